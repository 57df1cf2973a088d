import type { PageText } from './en.ts';

const numbers = new Intl.NumberFormat('de');
const plurals = new Intl.PluralRules('de');

/** German. */
export const text: PageText = {
  languageTag: 'de',
  direction: 'ltr',
  connectTo: (application) => `Mit ${application} verbinden`,
  testBadge: 'Test',
  testBadgeHint: 'Testanwendung: Es wird kein echtes Konto verwendet',
  cancel: 'Abbrechen',
  exit: {
    title: 'Ohne Verbindung gehen?',
    advice: 'Sie müssen dann neu beginnen.',
    stay: 'Weitermachen',
    leave: 'Gehen',
  },
  back: 'Anderen Anbieter wählen',
  tryAgain: 'Erneut versuchen',
  close: 'Schließen',
  startAgain: 'Neu beginnen',
  failedTitle: 'Das hat nicht geklappt',
  unnamedProvider: 'Der Anbieter',
  unnamedDomain: 'der eigenen Website',
  offlineTitle: 'Sie sind offline',
  problems: {
    access_denied: ({ application }) =>
      `Der Zugriff wurde nicht erlaubt, ${application} hat also nichts erhalten.`,
    account_locked: ({ provider, domain }) =>
      `${provider} hat dieses Konto gesperrt. Entsperren Sie es auf ${domain} und versuchen Sie es dann hier noch einmal.`,
    connection_lost: () =>
      'Die Verbindung wurde unterbrochen. Prüfen Sie sie und versuchen Sie es noch einmal.',
    host_gone: ({ application }) =>
      `${application} antwortet nicht mehr. Vielleicht wurde die Seite neu geladen oder geschlossen. Es wurde nichts geteilt. Gehen Sie zurück zu ${application} und verbinden Sie sich dort noch einmal.`,
    invalid_credentials: ({ provider }) =>
      `${provider} hat diesen Benutzernamen und dieses Passwort nicht angenommen. Prüfen Sie beides und versuchen Sie es noch einmal.`,
    invalid_one_time_code: () =>
      'Dieser Code stimmt nicht oder gilt nicht mehr. Geben Sie den zuletzt erhaltenen ein.',
    invalid_request: () => 'Auf dieser Seite ist etwas schiefgegangen. Beginnen Sie neu.',
    invalid_step: () =>
      'Diese Seite ist nicht mehr aktuell, vielleicht war sie zweimal geöffnet. Beginnen Sie neu.',
    no_host: () =>
      'Diese Seite funktioniert nur, wenn eine Anwendung sie öffnet. Gehen Sie zurück zur Anwendung und verbinden Sie sich dort.',
    not_received: ({ application }) =>
      `${application} hat die Verbindung nicht bestätigt. Gehen Sie zurück zu ${application}. Wenn dort nicht steht, dass Sie verbunden sind, verbinden Sie sich dort noch einmal.`,
    offline: () =>
      'Sie sind offline. Wir versuchen es von selbst noch einmal, sobald Sie wieder online sind.',
    origin_not_allowed: ({ application }) =>
      `Diese Website ist nicht dafür registriert, Konten für ${application} zu verbinden.`,
    protocol_error: ({ application }) =>
      `${application} und diese Seite verstehen einander nicht. Sagen Sie ${application} Bescheid.`,
    provider_unavailable: ({ provider }) =>
      `${provider} antwortet im Moment nicht. Mit Ihrem Konto ist alles in Ordnung.`,
    rate_limited: () =>
      'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es noch einmal.',
    server_error: () => 'Bei uns ist etwas schiefgegangen. Es wurde nichts geteilt.',
    session_expired: () =>
      'Das hat länger gedauert, als wir eine Sitzung offen halten. Beginnen Sie neu.',
    submission_limit_reached: ({ application }) =>
      `Die Testanwendung ${application} hat alle ihre Anmeldeversuche verbraucht.`,
    timeout: () => 'Es kam nicht rechtzeitig eine Antwort. Versuchen Sie es noch einmal.',
    unknown_client: () => 'Die Anwendung, die Sie hierher geführt hat, ist nicht registriert.',
  },
  waiting: {
    start: 'Wird vorbereitet …',
    select: 'Anmeldung wird geöffnet …',
    back: 'Zurück …',
    login: 'Anmeldung läuft …',
    mfa: 'Code wird geprüft …',
    allow: 'Verbindung wird hergestellt …',
    deny: 'Wird abgebrochen …',
    stillWorking: (provider) => `Es läuft noch. ${provider} lässt sich Zeit.`,
  },
  select: {
    title: 'Steueranbieter auswählen',
    promise: (application) =>
      `Sie melden sich bei Ihrem Anbieter an. ${application} sieht Ihr Passwort nie.`,
  },
  login: {
    title: (provider) => `Bei ${provider} anmelden`,
    promiseBefore: 'Sie melden sich bei ',
    promiseAfter: (application) => ` an. ${application} sieht Ihr Passwort nie.`,
    username: 'Benutzername',
    password: 'Passwort',
    show: 'Anzeigen',
    hide: 'Verbergen',
    submit: 'Anmelden',
    usernameMissing: 'Geben Sie Ihren Benutzernamen ein.',
    passwordMissing: 'Geben Sie Ihr Passwort ein.',
    usernameWrong: 'Prüfen Sie den Benutzernamen.',
    passwordWrong: 'Geben Sie das Passwort noch einmal ein.',
  },
  test: {
    title: 'Testanmeldung',
    hintBefore: 'Verwenden Sie ',
    hintBetween: ' mit dem Passwort ',
    hintAfter: '.',
    submissions: (left, limit) =>
      `Noch ${numbers.format(left)} von ${numbers.format(limit)} ${
        plurals.select(limit) === 'one' ? 'Anmeldeversuch' : 'Anmeldeversuchen'
      } übrig.`,
  },
  mfa: {
    title: 'Code eingeben',
    lead: (provider) => `${provider} hat Ihnen einen Einmalcode geschickt.`,
    code: 'Einmalcode',
    submit: 'Weiter',
    codeMissing: 'Geben Sie den Code ein.',
  },
  consent: {
    title: (application, provider) => `Ihre Daten bei ${provider} mit ${application} teilen?`,
    account: 'Konto',
    sharedWith: 'Geteilt mit',
    verifiedOrigin: 'Geprüfte Adresse',
    redirectHost: 'Führt Sie zurück zu',
    whatTitle: 'Was geteilt wird',
    what: [
      'Ihre Steuererklärungen und die Formulare darin',
      'Ihr Name, Ihre Adresse und Ihr Steuerstatus, wie sie dort stehen',
    ],
    notShared: 'Ihr Passwort wird nicht geteilt.',
    howLongTitle: 'Wie lange',
    howLong: 'Bis Sie es beenden. Es gibt kein Enddatum.',
    revokeTitle: 'Wie Sie es beenden',
    revokeBefore: (application) =>
      `Bitten Sie ${application}, die Verbindung zu trennen, oder entfernen Sie sie auf `,
    revokeAfter: ' unter „Verbundene Anwendungen“.',
    allow: 'Erlauben',
    deny: 'Ablehnen',
  },
  success: {
    title: 'Sie sind verbunden',
    body: (application) => `${application} schließt die Verbindung ab.`,
    popup: 'Dieses Fenster schließt sich von selbst.',
  },
  denied: {
    title: 'Es wurde nichts geteilt',
    body: (application) =>
      `${application} hat keinen Zugriff. Sie können dieses Fenster schließen.`,
  },
};
