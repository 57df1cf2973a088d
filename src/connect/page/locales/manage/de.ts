import type { ManageText } from './en.ts';

/** German. */
export const manage: ManageText = {
  title: 'Anwendungen mit Zugriff',
  lead: 'Melden Sie sich bei Ihrem Anbieter an, um zu sehen, welche Anwendungen Ihre Daten lesen können, und um deren Zugriff zu beenden.',
  promiseAfter: ' an. Keine Anwendung sieht Ihr Passwort.',
  listTitle: 'Diese Anwendungen haben Zugriff',
  none: 'Keine Anwendung hat Zugriff',
  noneAdvice: 'Wenn Sie ein anderes Konto verbunden haben, melden Sie sich mit diesem an.',
  nothing: 'Hier gibt es nichts zu verwalten',
  nothingAdvice: 'Um einen Zugriff zu beenden, öffnen Sie die Anwendung, die ihn hat.',
  search: 'Anwendungen suchen',
  noMatch: 'Keine Anwendung heißt so.',
  since: 'Seit',
  until: 'Endet',
  untilEnded: 'Wenn Sie den Zugriff beenden',
  lastRead: 'Zuletzt gelesen',
  never: 'Noch nicht',
  now: 'Zurzeit',
  paused: 'Kann nichts lesen, bis Sie das Konto erneut verbinden',
  end: 'Zugriff beenden',
  endOf: (application) => `Zugriff beenden: ${application}`,
  question: (application) => `Zugriff von ${application} beenden?`,
  consequence: (application) =>
    `${application} kann dann nichts mehr lesen. Bereits gelesene Daten behält die Anwendung möglicherweise.`,
  keep: 'Zugriff behalten',
  ended: (application) => `${application} hat keinen Zugriff mehr.`,
};
