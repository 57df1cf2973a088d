import type { PageText } from '../en.ts';

/** German. */
export const problems: PageText['problems'] = {
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
  invalid_options: ({ application }) => [
    'Diese Seite ist falsch eingerichtet',
    `Wenden Sie sich bitte an den Support von ${application} und nennen Sie diese Referenz.`,
  ],
  invalid_request: () => [
    'Auf dieser Seite ist ein Fehler aufgetreten',
    'Es wurde nichts freigegeben. Bitte beginnen Sie von vorn.',
  ],
  invalid_step: () => [
    'Diese Seite ist nicht mehr aktuell',
    'Vielleicht war sie in zwei Fenstern geöffnet. Bitte beginnen Sie von vorn.',
  ],
  no_host: () => [
    'Öffnen Sie diese Seite aus einer Anwendung',
    'Sie funktioniert nur, wenn eine Anwendung sie öffnet. Gehen Sie zurück zur Anwendung und starten Sie die Verbindung dort.',
  ],
  not_approved: () => [
    'Die Anmeldung wurde nicht bestätigt',
    'Falls das ein Versehen war, versuchen Sie es erneut.',
  ],
  not_received: ({ application }) => [
    `${application} hat die Verbindung nicht bestätigt`,
    `Gehen Sie zurück zu ${application}. Wird Ihr Konto dort nicht als verbunden angezeigt, verbinden Sie es dort erneut.`,
  ],
  offline: () => ['Sie sind offline', 'Sobald Sie wieder online sind, geht es automatisch weiter.'],
  origin_not_allowed: ({ application }) => [
    'Diese Website darf keine Konten verbinden',
    `Sie ist nicht für ${application} registriert. Wenden Sie sich bitte an deren Support und nennen Sie diese Referenz.`,
  ],
  protocol_error: ({ application }) => [
    `Keine Verbindung zwischen dieser Seite und ${application}`,
    `Wenden Sie sich bitte an den Support von ${application}.`,
  ],
  provider_unavailable: ({ provider }) => [
    `${provider} ist gerade nicht verfügbar`,
    'Es liegt nicht an Ihrem Konto. Bitte versuchen Sie es später erneut.',
  ],
  rate_limited: () => ['Zu viele Versuche', 'Warten Sie eine Minute und versuchen Sie es erneut.'],
  request_blocked: ({ application }) => [
    'Eine Firewall hat das abgelehnt',
    `Es wurde nichts freigegeben. Dieselbe Eingabe würde wieder abgelehnt. Wenden Sie sich bitte an den Support von ${application} und nennen Sie diese Referenz.`,
  ],
  server_error: () => [
    'Bei uns ist ein Fehler aufgetreten',
    'Es wurde nichts freigegeben. Bitte versuchen Sie es in einigen Minuten erneut.',
  ],
  session_expired: () => [
    'Ihre Sitzung ist abgelaufen',
    'Es wurde nichts freigegeben. Bitte beginnen Sie von vorn.',
  ],
  session_ended: ({ application }) => [
    'Dieser Link funktioniert nicht mehr',
    `Er ist abgelaufen, wurde schon verwendet oder zurückgezogen. Gehen Sie zurück zu ${application} und beginnen Sie dort.`,
  ],
  storage_blocked: ({ provider }) => [
    'Ihr Browser blockiert den Speicher',
    `Ohne ihn führt kein Weg von ${provider} hierher zurück. Erlauben Sie Cookies und Websitedaten für diese Seite und versuchen Sie es erneut.`,
  ],
  submission_limit_reached: ({ application }) => [
    'Alle Testanmeldungen sind aufgebraucht',
    `Die Entwickler von ${application} können das Limit erhöhen.`,
  ],
  timeout: () => [
    'Das dauert zu lange',
    'Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
  ],
  too_many_attempts: () => [
    'Zu viele Versuche',
    'Warten Sie eine Minute und versuchen Sie es erneut.',
  ],
  unknown_client: () => [
    'Diese Anwendung ist nicht registriert',
    'Wenden Sie sich bitte an deren Support und nennen Sie diese Referenz.',
  ],
  wrong_number: ({ application }) => [
    'Die Zahl stimmt nicht überein',
    `Geben Sie die Zahl ein, die ${application} jetzt zeigt.`,
  ],
};

/** German. */
export const linkEnds: PageText['link']['over'] = {
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
    'Öffnen Sie den Link erneut',
    'Diese Seite hat ihn nicht mehr. Öffnen Sie ihn aus der Nachricht, die Sie erhalten haben.',
  ],
  left: () => [
    'Es wurde nichts freigegeben',
    'Der Link funktioniert weiterhin. Beginnen Sie jetzt von vorn, oder öffnen Sie ihn später.',
  ],
};
