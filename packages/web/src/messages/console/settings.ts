/** What somebody sets where the service runs, as it is written in its settings. */
export const TLS_SETTINGS = `HOLDFAST_TLS_CERT=/etc/holdfast/fullchain.pem
HOLDFAST_TLS_KEY=/etc/holdfast/privkey.pem`
export const MAIL_SETTINGS = `HOLDFAST_SMTP_URL=smtps://user:password@mail.example.com
HOLDFAST_MAIL_FROM="Files <files@example.com>"`
