import type { Texts } from './create-translation.ts';

/** German. */
export const texts: Texts = {
  lang: 'de',
  dir: 'ltr',
  title: 'Steuerkonto verbinden',
  to: 'mit #',
  promise: '# sieht Ihr Passwort nie.',
  test: 'Test',
  back: 'Zurück',
  close: 'Schließen',
  frame: 'Anmeldung bei Ihrem Steuerkonto',
  loading: 'Wird geladen …',
  opening: 'Wird geöffnet …',
  finishing: 'Wird abgeschlossen …',
  waiting: 'Noch einen Moment …',
  connected: 'Ihr Konto ist verbunden',
  interrupted: 'Ihr letzter Versuch wurde unterbrochen. Bitte beginnen Sie von vorn.',
  search: 'Anbieter suchen',
  popular: 'Beliebt',
  others: 'Alle Anbieter',
  unavailable: 'Zurzeit nicht verfügbar',
  results: { one: '# Ergebnis', other: '# Ergebnisse' },
  liveOnly: 'Weitere für produktive Anwendungen: #',
  noResult: ['Kein Anbieter für „#“ gefunden', 'Prüfen Sie die Schreibweise.'],
  clear: 'Suche zurücksetzen',
  notListed: 'Mein Anbieter fehlt',
  unlisted: [
    'Ihr Anbieter wird noch nicht unterstützt',
    'Teilen Sie dem Support von # mit, welchen Sie nutzen.',
  ],
  empty: ['Noch sind keine Anbieter verfügbar', 'Bitte versuchen Sie es später erneut.'],
  popup: {
    offered: [
      'In neuem Fenster fortfahren',
      'Melden Sie sich dort an und kehren Sie danach hierher zurück.',
    ],
    blocked: [
      'Das Fenster wurde blockiert',
      'Drücken Sie auf „Fenster öffnen“ oder erlauben Sie Pop-ups.',
    ],
    waiting: ['Im anderen Fenster fortfahren', 'Hier geht es weiter, sobald Sie dort fertig sind.'],
    closed: [
      'Das Fenster wurde geschlossen',
      'Es ist noch nichts verbunden. Öffnen Sie es erneut, um fortzufahren.',
    ],
  },
  number: [
    'Geben Sie im anderen Fenster # ein',
    'Dort werden Sie gefragt, ob Sie das Fenster selbst geöffnet haben. Nennen Sie diese Zahl niemandem.',
  ],
  open: 'Fenster öffnen',
  reopen: 'Erneut öffnen',
  show: 'Fenster anzeigen',
  here: 'Hier fortfahren',
  cancel: 'Abbrechen',
  exit: ['Verlassen, ohne zu verbinden?', 'Sie müssen dann von vorn beginnen.'],
  stay: 'Hier bleiben',
  leave: 'Verlassen',
  retry: 'Erneut versuchen',
  another: 'Anderen Anbieter wählen',
  reload: 'Seite neu laden',
  reference: 'Referenz',
  copy: 'Kopieren',
  copied: 'Kopiert',
  unconfirmed: [
    '# hat die Verbindung nicht bestätigt',
    'Prüfen Sie, ob Ihr Konto als verbunden angezeigt wird. Wenn nicht, verbinden Sie es erneut.',
  ],
  errors: {
    invalid_options: [
      'Diese Seite ist falsch eingerichtet',
      'Wenden Sie sich bitte an den Support von # und nennen Sie diese Referenz.',
    ],
    unsupported_browser: [
      'Ihr Browser ist zu alt',
      'Aktualisieren Sie ihn oder verwenden Sie einen anderen.',
    ],
    load_timeout: [
      'Das dauert zu lange',
      'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    ],
    frame_blocked: [
      'Diese Seite hat die Anmeldung blockiert',
      'Wenden Sie sich bitte an den Support von # und nennen Sie diese Referenz.',
    ],
    offline: ['Sie sind offline', 'Sobald Sie wieder online sind, geht es automatisch weiter.'],
    connection_lost: [
      'Die Verbindung ist abgebrochen',
      'Es ist nichts verbunden. Versuchen Sie es erneut.',
    ],
    protocol_error: [
      'Unerwartete Antwort',
      'Versuchen Sie es erneut. Hilft das nicht, wenden Sie sich bitte an den Support von #.',
    ],
    unsupported_version: [
      'Diese Seite ist veraltet',
      'Laden Sie sie neu. Hilft das nicht, wenden Sie sich bitte an den Support von #.',
    ],
    unknown_client: [
      'Diese Anwendung ist nicht registriert',
      'Wenden Sie sich bitte an den Support von # und nennen Sie diese Referenz.',
    ],
    origin_not_allowed: [
      'Diese Website darf keine Konten verbinden',
      'Prüfen Sie die Adresse. Stimmt sie, wenden Sie sich bitte an den Support von #.',
    ],
    provider_unavailable: [
      'Dieser Anbieter ist nicht verfügbar',
      'Es liegt nicht an Ihrem Konto. Bitte versuchen Sie es später erneut.',
    ],
    submission_limit_reached: [
      'Alle Testanmeldungen sind aufgebraucht',
      'Die Entwickler der Anwendung können das Limit erhöhen.',
    ],
    session_expired: ['Ihre Sitzung ist abgelaufen', 'Bitte beginnen Sie von vorn.'],
    rate_limited: ['Zu viele Versuche', 'Versuchen Sie es in einigen Minuten erneut.'],
    access_denied: [
      'Der Zugriff wurde nicht erlaubt',
      'Es wurde nichts freigegeben. Versuchen Sie es erneut, wenn Sie Ihr Konto verbinden möchten.',
    ],
    callback_failed: [
      'Verbindung nicht abgeschlossen',
      'Ihre Anmeldung war erfolgreich, aber # hat die Verbindung nicht gespeichert. Sie müssen sich erneut anmelden.',
    ],
    server_error: [
      'Bei uns ist ein Fehler aufgetreten',
      'Versuchen Sie es in einigen Minuten erneut.',
    ],
  },
};
