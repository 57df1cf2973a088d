import type { ManageText } from './en.ts';

/** Tagalog; its nouns do not change with the number. */
export const manage: ManageText = {
  title: 'Mga application na may access',
  lead: 'Mag-sign in sa provider mo para makita kung aling mga application ang nakakabasa ng impormasyon mo, at para alisin ang access nila.',
  promiseAfter: '. Walang application na makakakita ng password mo.',
  listTitle: 'May access ang mga application na ito',
  none: 'Walang application na may access',
  noneAdvice: 'Kung ibang account ang ikinonekta mo, mag-sign in gamit iyon.',
  nothing: 'Walang mapapamahalaan dito',
  nothingAdvice: 'Para alisin ang access, pumunta sa application na may hawak nito.',
  search: 'Maghanap ng application',
  noMatch: 'Walang application na may ganitong pangalan.',
  since: 'Mula',
  until: 'Matatapos',
  untilEnded: 'Kapag inalis mo ang access',
  lastRead: 'Huling binasa',
  never: 'Hindi pa',
  now: 'Ngayon',
  paused: 'Wala itong mababasa hangga’t hindi mo ulit ikinokonekta ang account',
  end: 'Alisin ang access',
  endOf: (application) => `Alisin ang access ng ${application}`,
  question: (application) => `Alisin ang access ng ${application}?`,
  consequence: (application) =>
    `Wala nang mababasa ang ${application} pagkatapos nito. Maaaring nasa kanila pa rin ang nabasa na.`,
  keep: 'Panatilihin ang access',
  ended: (application) => `Wala nang access ang ${application}.`,
};
