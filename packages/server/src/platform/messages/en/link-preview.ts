/** Words of the preview of a link's page. */
export const linkPreview = {
  about: 'Preview: this is what visitors see. Your own visits aren’t counted.',
  password: 'Visitors enter the password first.',
}
