import type * as en from '../en/sign-in.ts'

export const signIn: typeof en.signIn = {
  title: (organization) => `Bei ${organization} anmelden`,
  forLink: 'Melde dich an, um zu öffnen, was mit dir geteilt wurde.',
  forApp: (app) => `Melde dich an, um mit ${app} fortzufahren.`,
  appHint: 'Du wirst gefragt, bevor die App auf dein Konto zugreifen kann.',
  forgot: 'Passwort vergessen?',
  incomplete: 'Gib deine E-Mail-Adresse und dein Passwort ein.',
  tooLate: 'Das hat zu lange gedauert. Melde dich erneut an.',
  failed: 'Die Anmeldung ist fehlgeschlagen. Versuche es später erneut oder frage einen Administrator.',
  refused: {
    invalid_grant: 'E-Mail-Adresse oder Passwort ist falsch.',
    account_locked:
      'Zu viele Fehlversuche. Die Anmeldung bei diesem Konto ist eine Zeit lang gesperrt. Der Inhaber wurde per E-Mail informiert.',
    forbidden: 'Deine Organisation ist deaktiviert. Frage einen Administrator.',
    trial_expired: 'Der Testzeitraum deiner Organisation ist abgelaufen. Frage einen Administrator.',
    license_expired: 'Die Lizenz deiner Organisation ist abgelaufen. Frage einen Administrator.',
    temporarily_unavailable:
      'Die Anmeldung ist vorübergehend nicht verfügbar. Versuche es gleich noch einmal.',
  },
  refusedTitle: 'Du kannst nicht fortfahren',
  signedIn: 'Du bist angemeldet',
  signedInAs: (name) => `Du bist als ${name} angemeldet.`,
  files: 'Zu deinen Dateien',
  stale: 'Diese Seite ist abgelaufen',
  staleWhy:
    'Sie war zu lange geöffnet, oder dein Browser blockiert Cookies. Nichts wurde geändert. Gehe zurück, lade die Seite neu und versuche es noch einmal.',
}

export const code: typeof en.code = {
  title: 'Code eingeben',
  fromApp: 'Öffne deine Authenticator-App und gib den angezeigten Code ein.',
  byText: (phone) => `Wir haben einen Code per SMS an ${phone} gesendet.`,
  byEmail: (email) => `Wir haben einen Code per E-Mail an ${email} gesendet.`,
  label: 'Code',
  continue: 'Weiter',
  as: (email) => `Anmeldung als ${email}.`,
  other: 'Anderes Konto verwenden',
  nothingCame: 'Keinen Code erhalten?',
  again: 'Neuen Code senden',
  wrong: 'Der Code ist falsch, abgelaufen oder wurde schon verwendet.',
}

export const password: typeof en.password = {
  forgotTitle: 'Passwort zurücksetzen',
  forgotLead:
    'Gib deine E-Mail-Adresse ein. Wir senden dir einen Link, mit dem du ein neues Passwort wählen kannst.',
  forgotButton: 'Link senden',
  notAnAddress: 'Gib eine E-Mail-Adresse ein.',
  back: 'Zurück zur Anmeldung',
  sent: 'Prüfe deine E-Mails',
  sentTo: (email) =>
    `Wenn ${email} hier ein Konto hat, haben wir einen Link dorthin gesendet. Er funktioniert einmal, eine Stunde lang.`,
  sentHelp:
    'Nach ein paar Minuten noch keine E-Mail? Prüfe den Spam-Ordner und die Adresse. Wenn deine Organisation Passwörter in einem eigenen Verzeichnis verwaltet, frage einen Administrator.',
  title: 'Passwort wählen',
  shared: (by, item) => `${by} hat „${item}“ mit dir geteilt`,
  open: {
    file: 'Wähle ein Passwort für dein Konto, um die Datei zu öffnen.',
    folder: 'Wähle ein Passwort für dein Konto, um den Ordner zu öffnen.',
  },
  haveOne: 'Hast du schon ein Passwort?',
  firstName: 'Vorname',
  lastName: 'Nachname',
  nameHint: 'Optional. Personen, mit denen du Dateien teilst, sehen deinen Namen.',
  label: 'Neues Passwort',
  button: 'Passwort festlegen',
  buttonOpen: {
    file: 'Passwort festlegen und Datei öffnen',
    folder: 'Passwort festlegen und Ordner öffnen',
  },
  hint: 'Mindestens 8 Zeichen. Drei zufällige Wörter sind leicht zu merken und schwer zu erraten.',
  refused: {
    name: 'Gib kürzere Namen ein.',
    too_short: 'Wähle ein längeres Passwort: mindestens 8 Zeichen.',
    too_long: 'Wähle ein kürzeres Passwort.',
    own_name: 'Wähle ein anderes Passwort: Das ist der Name deines Kontos.',
    known_name: 'Wähle ein anderes Passwort: Dieser Name ist leicht zu erraten.',
    common: 'Wähle ein anderes Passwort: Dieses ist leicht zu erraten.',
    app_password: 'Wähle ein anderes Passwort: Dieses beginnt wie ein App-Passwort.',
    unchanged: 'Wähle ein neues Passwort: Das ist dein aktuelles.',
    elsewhere: 'Deine Organisation verwaltet dein Passwort in einem eigenen Verzeichnis. Ändere es dort.',
    other:
      'Das Passwort konnte nicht festgelegt werden. Versuche es später erneut oder frage einen Administrator.',
  },
  tooOld: 'Dieser Link ist abgelaufen',
  tooOldWhy: 'Er war zwei Wochen lang gültig. Wir können dir einen neuen senden.',
  newLink: 'Neuen Link senden',
  newLinkSent:
    'Wir haben einen neuen Link an die Adresse gesendet, an die auch der erste ging. Nach ein paar Minuten noch keine E-Mail? Prüfe den Spam-Ordner oder frage die Person, die mit dir geteilt hat.',
  expired: 'Dieser Link funktioniert nicht mehr',
  expiredWhy: 'Er wurde schon verwendet, durch einen neueren ersetzt oder ist abgelaufen.',
  reset: 'Passwort zurücksetzen',
}

export const verify: typeof en.verify = {
  title: 'Bestätige deine E-Mail-Adresse',
  lead: (email) =>
    `Du bist als ${email} angemeldet. Bestätige diese Adresse, um zu öffnen, was andere Organisationen mit ihr teilen.`,
  button: 'E-Mail-Adresse bestätigen',
  done: 'E-Mail-Adresse bestätigt',
  doneWhy: (email) => `${email} ist bestätigt. Du kannst diese Seite schließen.`,
  expired: 'Dieser Link funktioniert nicht mehr',
  expiredWhy: 'Er wurde schon verwendet, ist älter als einen Tag oder gehört zu einem anderen Konto.',
}

export const consent: typeof en.consent = {
  title: (app) => `${app} Zugriff auf dein Konto erlauben?`,
  access: 'Zugriff auf',
  accessAll: 'Alle deine Dateien, mit dir geteilte Dateien und dein Konto',
  description: 'Beschreibung',
  registeredBy: 'Registriert von',
  leadsTo: 'Leitet weiter zu',
  appHere: (scheme) => `einer App auf diesem Gerät (${scheme})`,
  foreign: (organization) =>
    `Diese App gehört zu einer anderen Organisation. Erlaube den Zugriff nur, wenn du ${organization} vertraust.`,
  deny: 'Ablehnen',
  allow: 'Erlauben',
  signOut: 'Nicht du? Abmelden',
  notYet: (app) => `Bis dahin kann ${app} nicht auf dein Konto zugreifen.`,
  backTo: (app) => `Zurück zu ${app}`,
  broken: 'Dieser Link funktioniert nicht',
  brokenWhy:
    'Die App hat eine ungültige Anfrage gesendet. Es wurde nichts weitergegeben. Wenn das wieder vorkommt, informiere den Entwickler der App.',
}

export const duties: typeof en.duties = {
  set_password: {
    title: 'Wähle zuerst ein neues Passwort',
    why: 'Dein Passwort ist abgelaufen oder wurde von jemand anderem festgelegt. Wähle in deinem Konto ein neues und komm dann zurück.',
  },
  sign_in: {
    title: 'Melde dich zuerst erneut an',
    why: 'Du kannst gerade nur ein neues Passwort wählen. Melde dich ab und dann mit dem neuen Passwort und einem Code wieder an.',
  },
  enable_two_step: {
    title: 'Schalte zuerst die Zwei-Faktor-Anmeldung ein',
    why: 'Deine Organisation verlangt die Zwei-Faktor-Anmeldung. Schalte sie in deinem Konto ein und komm dann zurück.',
  },
}
