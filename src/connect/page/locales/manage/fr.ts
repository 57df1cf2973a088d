import type { ManageText } from './en.ts';

/** French. */
export const manage: ManageText = {
  title: 'Applications ayant accès',
  lead: 'Connectez-vous auprès de votre prestataire pour voir quelles applications peuvent lire vos informations, et pour mettre fin à leur accès.',
  promiseAfter: '. Aucune application ne voit votre mot de passe.',
  listTitle: 'Ces applications ont accès',
  none: 'Aucune application n’a accès',
  noneAdvice: 'Si vous avez connecté un autre compte, connectez-vous avec celui-ci.',
  nothing: 'Il n’y a rien à gérer ici',
  nothingAdvice: 'Pour mettre fin à un accès, rendez-vous dans l’application concernée.',
  search: 'Rechercher une application',
  noMatch: 'Aucune application ne porte ce nom.',
  since: 'Depuis',
  until: 'Fin',
  untilEnded: 'Quand vous y mettrez fin',
  lastRead: 'Dernière lecture',
  never: 'Pas encore',
  now: 'Actuellement',
  paused: 'Ne peut rien lire tant que vous ne reconnectez pas le compte',
  end: 'Mettre fin à l’accès',
  endOf: (application) => `Mettre fin à l’accès de ${application}`,
  question: (application) => `Mettre fin à l’accès de ${application} ?`,
  consequence: (application) =>
    `${application} ne pourra plus rien lire. Les informations déjà lues peuvent être conservées.`,
  keep: 'Garder l’accès',
  ended: (application) => `${application} n’a plus accès.`,
};
