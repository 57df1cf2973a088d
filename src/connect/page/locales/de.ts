import type { PageText } from './en.ts';
import { linkEnds, problems } from './notices/de.ts';

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
    advice: 'Sie müssen dann von vorn beginnen.',
    stay: 'Hier bleiben',
    leave: 'Verlassen',
  },
  back: 'Anderen Anbieter wählen',
  tryAgain: 'Erneut versuchen',
  pressAgain: (button) => `Drücken Sie erneut auf „${button}“.`,
  close: 'Schließen',
  startAgain: 'Von vorn beginnen',
  tries: {
    left: (count) =>
      `Noch ${numbers.format(count)} ${plurals.select(count) === 'one' ? 'Versuch' : 'Versuche'}.`,
    again: (time) => `Versuchen Sie es in ${time} erneut.`,
    now: 'Sie können es jetzt erneut versuchen.',
  },
  reference: 'Referenz',
  copy: 'Kopieren',
  copied: 'Kopiert',
  unnamedProvider: 'Der Anbieter',
  unnamedDomain: 'der Website des Anbieters',
  problems,
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
    deny: 'Wird abgelehnt …',
    end: 'Der Zugriff wird beendet …',
    stillWorking: (provider) => `Noch einen Moment. ${provider} braucht länger als üblich.`,
  },
  question: {
    title: (application) => `Haben Sie gerade in ${application} auf „Verbinden“ gedrückt?`,
    leadBefore: 'Fahren Sie nur fort, wenn Sie das eben selbst getan haben, auf ',
    leadAfter: '.',
    number: 'Zahl',
    numberHint: (application) =>
      `${application} zeigt 4 Ziffern. Sehen Sie dort keine Ziffern, schließen Sie dieses Fenster und beginnen Sie von vorn.`,
    numberMissing: 'Geben Sie die Zahl ein.',
    confirm: 'Ja, weiter',
    refuse: 'Nein, das war ich nicht',
  },
  link: {
    title: (application) => `Verbinden Sie Ihr Steuerkonto mit ${application}`,
    titleAgain: (application) => `Verbinden Sie Ihr Konto neu mit ${application}`,
    decide: 'Danach sehen Sie, was freigegeben werden soll, und entscheiden.',
    caution: (application) =>
      `Starten Sie nur, wenn Sie diesen Link von ${application} erwartet haben. Schließen Sie sonst diese Seite. Dann wird nichts freigegeben.`,
    begin: 'Starten',
    done: 'Hier ist nichts weiter zu tun. Sie können diese Seite schließen.',
    over: linkEnds,
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
    title: (provider) => `Erneut bei ${provider} anmelden`,
    submit: 'Erneut anmelden',
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
      `Immer noch nichts? Melden Sie sich erneut an oder wenden Sie sich an ${provider}.`,
  },
  challenge: {
    resend: 'Erneut senden',
    resendIn: (seconds) => `in ${numbers.format(seconds)} s`,
    resent: 'Erneut gesendet.',
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
      transcripts: 'Steuerkontoauszüge des IRS (Transcripts)',
      documents: 'Andere Steuerunterlagen',
      identity: 'Name, Adresse, Veranlagungsart',
    },
    sharedWith: 'Für',
    whatFor: 'Zweck',
    privacy: 'Datenschutz',
    howLongTitle: 'Dauer',
    howLong: 'Bis Sie den Zugriff beenden. Kein Ablaufdatum.',
    howLongDays: (days) => `${days}, sofern Sie den Zugriff nicht früher beenden.`,
    details: 'Details',
    verifiedOrigin: 'Geprüfte Adresse',
    redirectHost: 'Danach zurück zu',
    notShared: 'Ihr Passwort wird nicht weitergegeben.',
    revokeTitle: 'Zum Beenden',
    revokeBefore: (application) => `Über ${application} oder auf `,
    revokeAfter: '.',
    allow: 'Erlauben',
    deny: 'Ablehnen',
  },
  success: {
    title: 'Ihr Konto ist verbunden',
  },
  denied: {
    title: 'Es wurde nichts freigegeben',
    body: (application) =>
      `${application} hat keinen Zugriff. Sie können dieses Fenster schließen.`,
  },
};
