import type { Texts } from './create-translation.ts';

/** German. */
export const texts: Texts = {
  lang: 'de',
  dir: 'ltr',
  title: 'Steuerkonto verbinden',
  to: 'mit #',
  test: 'Test',
  back: 'Zurück',
  close: 'Schließen',
  frame: 'Anmeldung bei Ihrem Steuerkonto',
  loading: 'Wird geladen …',
  opening: 'Wird geöffnet …',
  finishing: 'Wird abgeschlossen …',
  waiting: 'Dauert noch an …',
  connected: 'Ihr Konto ist verbunden',
  interrupted: 'Der letzte Versuch wurde unterbrochen. Sie müssen neu beginnen.',
  search: 'Anbieter suchen',
  popular: 'Beliebt',
  others: 'Alle Anbieter',
  unavailable: 'Zurzeit nicht verfügbar',
  results: { one: '# Ergebnis', other: '# Ergebnisse' },
  noResult: ['Kein Anbieter für „#“ gefunden', 'Prüfen Sie die Schreibweise.'],
  clear: 'Suche leeren',
  notListed: 'Mein Anbieter fehlt',
  unlisted: [
    'Noch nicht möglich',
    'Nur Anbieter aus der Liste lassen sich verbinden. Sagen Sie der Anwendung, welcher fehlt.',
  ],
  empty: ['Noch keine Anbieter', 'Diese Anwendung bietet keine an. Kommen Sie später wieder.'],
  popup: {
    offered: ['In neuem Fenster weiter', 'Die Anmeldung braucht ein eigenes Fenster.'],
    blocked: [
      'Das Fenster wurde blockiert',
      'Öffnen Sie es selbst oder erlauben Sie Pop-ups für diese Seite.',
    ],
    waiting: ['Im anderen Fenster weiter', 'Hier geht es weiter, wenn Sie dort fertig sind.'],
    closed: [
      'Das Fenster wurde geschlossen',
      'Noch ist nichts verbunden. Öffnen Sie es noch einmal.',
    ],
  },
  open: 'Fenster öffnen',
  reopen: 'Erneut öffnen',
  show: 'Fenster zeigen',
  here: 'Hier weiter',
  cancel: 'Abbrechen',
  exit: ['Ohne Verbindung gehen?', 'Sie müssen dann neu beginnen.'],
  stay: 'Weitermachen',
  leave: 'Gehen',
  retry: 'Erneut versuchen',
  reference: 'Referenz',
  copy: 'Kopieren',
  copied: 'Kopiert',
  errors: {
    invalid_options: [
      'Diese Seite ist falsch eingerichtet',
      'Melden Sie das mit der Referenz unten.',
    ],
    unsupported_browser: [
      'Ihr Browser ist zu alt',
      'Aktualisieren Sie ihn oder nehmen Sie einen anderen.',
    ],
    load_timeout: [
      'Das dauert zu lange',
      'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    ],
    frame_blocked: ['Diese Seite hat die Anmeldung blockiert', 'Sagen Sie dem Betreiber Bescheid.'],
    popup_blocked: [
      'Ihr Browser hat ein Fenster blockiert',
      'Erlauben Sie Pop-ups für diese Seite und versuchen Sie es erneut.',
    ],
    popup_closed: [
      'Das Anmeldefenster wurde geschlossen',
      'Nichts ist verbunden. Versuchen Sie es erneut mit einem neuen.',
    ],
    opener_severed: [
      'Das Anmeldefenster ging verloren',
      'Schließen Sie es, falls es noch offen ist, und versuchen Sie es hier erneut.',
    ],
    offline: ['Sie sind offline', 'Es geht weiter, sobald Sie wieder online sind.'],
    connection_lost: [
      'Die Verbindung ging verloren',
      'Nichts ist verbunden. Versuchen Sie es erneut.',
    ],
    protocol_error: [
      'Unerwartete Antwort',
      'Versuchen Sie es erneut. Passiert es wieder, melden Sie das.',
    ],
    unsupported_version: [
      'Diese Seite ist veraltet',
      'Laden Sie sie neu. Hilft das nicht, muss sie aktualisiert werden.',
    ],
    unknown_client: ['Wir kennen diese Anwendung nicht', 'Sie muss erst registriert werden.'],
    origin_not_allowed: [
      'Diese Website darf keine Konten verbinden',
      'Prüfen Sie die Adresse. Stimmt sie, sagen Sie dem Betreiber Bescheid.',
    ],
    provider_unavailable: [
      'Dieser Anbieter ist nicht verfügbar',
      'Wählen Sie einen anderen oder kommen Sie später wieder.',
    ],
    submission_limit_reached: [
      'Alle Testanmeldungen sind verbraucht',
      'Die Entwickler der Anwendung können das ändern.',
    ],
    session_expired: [
      'Ihre Sitzung ist abgelaufen',
      'Versuchen Sie es erneut; Sie müssen sich neu anmelden.',
    ],
    rate_limited: ['Zu viele Versuche', 'Warten Sie einige Minuten und versuchen Sie es erneut.'],
    access_denied: [
      'Der Zugriff wurde nicht erlaubt',
      'Ihr Konto bleibt privat. Versuchen Sie es erneut, um das zu ändern.',
    ],
    callback_failed: [
      'Verbinden nicht abgeschlossen',
      'Sie waren angemeldet, aber die Anwendung hat versagt. Versuchen Sie es erneut.',
    ],
    server_error: [
      'Bei uns ging etwas schief',
      'Warten Sie einige Minuten und versuchen Sie es erneut.',
    ],
  },
};
