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
    title: 'Verlassen, ohne zu verbinden?',
    advice: 'Sie müssen dann neu beginnen.',
    stay: 'Hier bleiben',
    leave: 'Verlassen',
  },
  back: 'Anderen Anbieter wählen',
  tryAgain: 'Erneut versuchen',
  pressAgain: (button) => `Drücken Sie noch einmal auf „${button}“.`,
  close: 'Schließen',
  startAgain: 'Neu beginnen',
  reference: 'Referenz',
  copy: 'Kopieren',
  copied: 'Kopiert',
  unnamedProvider: 'Der Anbieter',
  unnamedDomain: 'der Website des Anbieters',
  problems: {
    access_denied: ({ application }) => [
      'Der Zugriff wurde nicht erlaubt',
      `Es wurde nichts für ${application} freigegeben.`,
    ],
    account_locked: ({ provider, domain }) => [
      `${provider} hat dieses Konto gesperrt`,
      `Entsperren Sie es auf ${domain} und versuchen Sie es dann hier erneut.`,
    ],
    connection_lost: () => [
      'Die Verbindung ist abgebrochen',
      'Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
    ],
    different_account: ({ provider }) => [
      'Das ist ein anderes Konto',
      `Es wurde nichts geändert. Melden Sie sich bei ${provider} mit dem Konto an, das Sie verbunden haben.`,
    ],
    host_gone: ({ application }) => [
      `${application} antwortet nicht`,
      `Möglicherweise wurde die Seite von ${application} neu geladen oder geschlossen. Es wurde nichts freigegeben. Gehen Sie zurück zu ${application} und starten Sie die Verbindung dort erneut.`,
    ],
    invalid_answer: ({ provider }) => [
      `${provider} hat diese Antwort nicht akzeptiert`,
      'Prüfen Sie Ihre Antwort und versuchen Sie es erneut.',
    ],
    invalid_credentials: ({ provider }) => [
      `${provider} hat diese Anmeldung nicht akzeptiert`,
      'Prüfen Sie Ihre Eingaben und versuchen Sie es erneut.',
    ],
    invalid_one_time_code: () => [
      'Prüfen Sie den Code',
      'Dieser Code ist falsch oder abgelaufen. Geben Sie den zuletzt erhaltenen ein.',
    ],
    invalid_options: () => [
      'Diese Seite ist falsch eingerichtet',
      'Informieren Sie bitte den Support der Website und nennen Sie diese Referenz.',
    ],
    invalid_request: () => [
      'Auf dieser Seite ist ein Fehler aufgetreten',
      'Es wurde nichts freigegeben. Bitte beginnen Sie neu.',
    ],
    invalid_step: () => [
      'Diese Seite ist nicht mehr aktuell',
      'Vielleicht war sie zweimal geöffnet. Bitte beginnen Sie neu.',
    ],
    no_host: () => [
      'Öffnen Sie diese Seite aus einer Anwendung',
      'Sie funktioniert nur, wenn eine Anwendung sie öffnet. Gehen Sie zurück zur Anwendung und starten Sie die Verbindung dort.',
    ],
    not_approved: () => [
      'Die Anmeldung wurde nicht bestätigt',
      'Falls das ein Versehen war, versuchen Sie es noch einmal.',
    ],
    not_received: ({ application }) => [
      `${application} hat die Verbindung nicht bestätigt`,
      `Gehen Sie zurück zu ${application}. Wird Ihr Konto dort nicht als verbunden angezeigt, verbinden Sie es dort erneut.`,
    ],
    offline: () => [
      'Sie sind offline',
      'Sobald Sie wieder online sind, geht es automatisch weiter.',
    ],
    origin_not_allowed: ({ application }) => [
      'Diese Website darf keine Konten verbinden',
      `Sie ist nicht für ${application} registriert. Informieren Sie bitte den Support der Website und nennen Sie diese Referenz.`,
    ],
    protocol_error: ({ application }) => [
      `Keine Verbindung zwischen dieser Seite und ${application}`,
      'Informieren Sie bitte den Support der Anwendung.',
    ],
    provider_unavailable: ({ provider }) => [
      `${provider} ist gerade nicht verfügbar`,
      'Mit Ihrem Konto ist alles in Ordnung. Bitte versuchen Sie es später erneut.',
    ],
    rate_limited: () => [
      'Zu viele Versuche',
      'Warten Sie eine Minute und versuchen Sie es erneut.',
    ],
    server_error: () => [
      'Bei uns ist ein Fehler aufgetreten',
      'Es wurde nichts freigegeben. Bitte versuchen Sie es in einigen Minuten erneut.',
    ],
    session_expired: () => [
      'Ihre Sitzung ist abgelaufen',
      'Es wurde nichts freigegeben. Bitte beginnen Sie neu.',
    ],
    session_ended: ({ application }) => [
      'Dieser Link funktioniert nicht mehr',
      `Er ist abgelaufen, wurde schon verwendet oder zurückgezogen. Gehen Sie zurück zu ${application} und beginnen Sie dort.`,
    ],
    submission_limit_reached: ({ application }) => [
      'Alle Testanmeldungen sind aufgebraucht',
      `Die Entwickler von ${application} können das Limit erhöhen.`,
    ],
    timeout: () => [
      'Das dauert zu lange',
      'Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
    ],
    unknown_client: () => [
      'Diese Anwendung ist nicht registriert',
      'Informieren Sie bitte deren Support und nennen Sie diese Referenz.',
    ],
    wrong_number: ({ application }) => [
      'Die Zahl stimmt nicht',
      `Geben Sie die Zahl ein, die ${application} jetzt zeigt.`,
    ],
  },
  waiting: {
    start: 'Wird vorbereitet …',
    join: 'Weiter …',
    select: 'Anmeldung wird geöffnet …',
    back: 'Zurück zur Auswahl …',
    login: 'Anmeldung läuft …',
    mfa: 'Code wird geprüft …',
    resend: 'Wird gesendet …',
    push: 'Wir warten auf Ihre Bestätigung …',
    allow: 'Verbindung wird hergestellt …',
    deny: 'Wird abgebrochen …',
    end: 'Der Zugriff wird beendet …',
    stillWorking: (provider) => `Noch einen Moment. ${provider} braucht länger als üblich.`,
  },
  question: {
    title: (application) => `Haben Sie gerade in ${application} auf „Verbinden“ gedrückt?`,
    leadBefore: 'Fahren Sie nur fort, wenn Sie das eben selbst getan haben, auf ',
    leadAfter: '.',
    number: 'Zahl',
    numberHint: (application) =>
      `${application} zeigt 4 Ziffern. Zeigt es keine, schließen Sie dieses Fenster und verbinden Sie erneut.`,
    numberMissing: 'Geben Sie die Zahl ein.',
    confirm: 'Ja, weiter',
    refuse: 'Nein, das war ich nicht',
  },
  link: {
    title: (application) => `Verbinden Sie Ihr Steuerkonto mit ${application}`,
    titleAgain: (application) => `Verbinden Sie Ihr Konto neu mit ${application}`,
    decide: 'Danach sehen Sie, was freigegeben würde, und erlauben es oder lehnen es ab.',
    caution: (application) =>
      `Starten Sie nur, wenn Sie diesen Link von ${application} erwartet haben. Schließen Sie sonst diese Seite. Dann wird nichts freigegeben.`,
    begin: 'Starten',
    done: 'Hier ist nichts weiter zu tun. Sie können diese Seite schließen.',
    over: {
      connected: () => [
        'Ihr Konto ist verbunden',
        'Dieser Link hat seinen Zweck erfüllt. Sie können diese Seite schließen.',
      ],
      denied: (application) => [
        'Es wurde nichts freigegeben',
        `Sie haben den Zugriff mit diesem Link abgelehnt. Wenn Sie es sich anders überlegen, bitten Sie ${application} um einen neuen Link.`,
      ],
      canceled: (application) => [
        'Dieser Link wurde zurückgezogen',
        `Es wurde nichts freigegeben. Wenn Sie Ihr Konto noch verbinden möchten, bitten Sie ${application} um einen neuen Link.`,
      ],
      expired: (application) => [
        'Dieser Link ist abgelaufen',
        `Es wurde nichts freigegeben. Bitten Sie ${application} um einen neuen Link.`,
      ],
      incomplete: () => [
        'Öffnen Sie den Link noch einmal',
        'Diese Seite hat ihn nicht mehr. Öffnen Sie ihn aus der Nachricht, die Sie erhalten haben.',
      ],
      left: () => [
        'Es wurde nichts freigegeben',
        'Der Link funktioniert weiterhin. Beginnen Sie jetzt neu, oder öffnen Sie ihn später.',
      ],
    },
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
  },
  again: {
    title: (provider) => `Noch einmal bei ${provider} anmelden`,
    labelBefore: 'Sie haben dieses Konto verbunden als ',
    labelAfter: '.',
    submit: 'Noch einmal anmelden',
  },
  test: {
    title: 'Testanmeldung',
    code: 'Testcode',
    hintBefore: 'Verwenden Sie ',
    hintBetween: ' mit dem Passwort ',
    hintAfter: '.',
    submissions: (left, limit) =>
      `Noch ${numbers.format(left)} von ${numbers.format(limit)} ${
        plurals.select(limit) === 'one' ? 'Testanmeldung' : 'Testanmeldungen'
      } übrig.`,
  },
  mfa: {
    title: 'Code eingeben',
    lead: (provider) => `${provider} hat Ihnen einen Einmalcode geschickt.`,
    sentBefore: (provider) => `${provider} hat einen Einmalcode an `,
    sentAfter: ' geschickt.',
    code: 'Einmalcode',
    submit: 'Weiter',
    codeMissing: 'Geben Sie den Code ein.',
    digits: (length) => `${numbers.format(length)} Ziffern. Danach geht es automatisch weiter.`,
    missing: 'Nichts erhalten?',
    missingAdvice: 'Das kann ein paar Minuten dauern. Sehen Sie auch im Spam-Ordner nach.',
    missingStill: (provider) =>
      `Immer noch nichts? Melden Sie sich noch einmal an oder wenden Sie sich an ${provider}.`,
  },
  challenge: {
    resend: 'Noch einmal senden',
    resendIn: (seconds) => `in ${numbers.format(seconds)} s`,
    resent: 'Noch einmal gesendet.',
    choiceTitle: 'Wählen Sie, wie es weitergeht',
    choiceMissing: 'Wählen Sie eine Möglichkeit aus.',
    questionTitle: 'Noch eine Frage',
    answer: 'Ihre Antwort',
    answerMissing: 'Geben Sie Ihre Antwort ein.',
    fieldMissing: 'Füllen Sie dieses Feld aus.',
    pushTitle: 'Anmeldung bestätigen',
    pushLead: (provider) => `Bestätigen Sie die Anmeldung bei ${provider}, etwa in der App.`,
    pushWaiting: 'Wir warten auf Ihre Bestätigung …',
    pushCancel: 'Anmeldung abbrechen',
  },
  redirect: {
    lead: (provider) =>
      `${provider} öffnet eine eigene Seite und bringt Sie danach hierher zurück.`,
    submit: (provider) => `Weiter zu ${provider}`,
  },
  consent: {
    title: (application, provider) => `Ihre Daten bei ${provider} für ${application} freigeben?`,
    account: 'Konto',
    whatTitle: 'Daten',
    what: {
      returns: 'Steuererklärungen',
      forms: 'Formulare wie W-2 und 1099',
      transcripts: 'IRS-Transcripts',
      documents: 'Andere Steuerunterlagen',
      identity: 'Name, Adresse, Veranlagungsart',
    },
    sharedWith: 'Für',
    whatFor: 'Zweck',
    privacy: 'Datenschutz',
    howLongTitle: 'Dauer',
    howLong: 'Bis Sie die Freigabe beenden. Kein Ablaufdatum.',
    howLongDays: (days) => `${days}, wenn Sie nicht früher beenden.`,
    details: 'Details',
    verifiedOrigin: 'Geprüfte Adresse',
    redirectHost: 'Danach zurück zu',
    notShared: 'Ihr Passwort wird nicht weitergegeben.',
    revokeTitle: 'Beenden',
    revokeBefore: (application) => `Über ${application} oder auf `,
    revokeAfter: '.',
    allow: 'Erlauben',
    deny: 'Ablehnen',
  },
  manage: {
    title: 'Anwendungen mit Zugriff',
    lead: 'Melden Sie sich bei Ihrem Anbieter an, um zu sehen, welche Anwendungen Ihre Daten lesen können, und den Zugriff zu beenden.',
    promiseAfter: ' an. Keine Anwendung sieht Ihr Passwort.',
    listTitle: 'Diese Anwendungen haben Zugriff',
    none: 'Keine Anwendung hat Zugriff',
    since: 'Seit',
    until: 'Bis',
    untilEnded: 'Sie den Zugriff beenden',
    lastRead: 'Zuletzt gelesen',
    never: 'Noch nicht',
    end: 'Zugriff beenden',
    endOf: (application) => `Zugriff beenden: ${application}`,
    question: (application) => `Zugriff von ${application} beenden?`,
    consequence: (application) =>
      `${application} kann dann nichts mehr lesen. Bereits gelesene Daten behält die Anwendung möglicherweise.`,
    keep: 'Zugriff behalten',
    ended: (application) => `${application} hat keinen Zugriff mehr.`,
    whereBefore: 'Sie können den Zugriff jederzeit beenden unter ',
    whereAfter: '.',
  },
  success: {
    title: 'Ihr Konto ist verbunden',
    body: (application) => `${application} kann jetzt auf die freigegebenen Daten zugreifen.`,
    popup: 'Dieses Fenster schließt sich von selbst.',
  },
  denied: {
    title: 'Es wurde nichts freigegeben',
    body: (application) =>
      `${application} hat keinen Zugriff. Sie können dieses Fenster schließen.`,
  },
};
