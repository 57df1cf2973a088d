import type { Texts } from './create-translation.ts';

/** French. */
export const texts: Texts = {
  lang: 'fr',
  dir: 'ltr',
  title: 'Connectez votre compte fiscal',
  to: 'à #',
  promise: '# ne voit jamais votre mot de passe.',
  test: 'Test',
  back: 'Retour',
  close: 'Fermer',
  frame: 'Connexion à votre compte fiscal',
  loading: 'Chargement…',
  opening: 'Ouverture…',
  finishing: 'Finalisation…',
  waiting: 'Encore un instant…',
  connected: 'Votre compte est connecté',
  interrupted: 'Votre dernière tentative a été interrompue. Veuillez recommencer.',
  search: 'Rechercher un prestataire',
  popular: 'Populaires',
  others: 'Tous les prestataires',
  unavailable: 'Indisponible pour le moment',
  results: { one: '# résultat', other: '# résultats' },
  noResult: ['Aucun prestataire pour « # »', 'Vérifiez l’orthographe.'],
  clear: 'Effacer la recherche',
  notListed: 'Mon prestataire n’est pas dans la liste',
  unlisted: [
    'Votre prestataire n’est pas encore pris en charge',
    'Indiquez à l’assistance de # celui que vous utilisez.',
  ],
  empty: ['Aucun prestataire n’est encore disponible', 'Réessayez plus tard.'],
  popup: {
    offered: ['Continuez dans une autre fenêtre', 'La connexion s’ouvre dans sa propre fenêtre.'],
    blocked: [
      'La fenêtre a été bloquée',
      'Appuyez sur « Ouvrir la fenêtre » ou autorisez les fenêtres pop-up.',
    ],
    waiting: ['Continuez dans l’autre fenêtre', 'Cette page reprendra quand vous aurez terminé.'],
    closed: ['La fenêtre a été fermée', 'Rien n’est encore connecté. Rouvrez-la pour continuer.'],
  },
  number: [
    'Saisissez # dans l’autre fenêtre',
    'On vous y demande si vous l’avez ouverte. Ne communiquez ce numéro à personne.',
  ],
  open: 'Ouvrir la fenêtre',
  reopen: 'Rouvrir',
  show: 'Afficher la fenêtre',
  here: 'Continuer ici',
  cancel: 'Annuler',
  exit: ['Quitter sans connecter votre compte ?', 'Vous devrez recommencer.'],
  stay: 'Poursuivre la connexion',
  leave: 'Quitter',
  retry: 'Réessayer',
  another: 'Choisir un autre prestataire',
  reload: 'Recharger la page',
  reference: 'Référence',
  copy: 'Copier',
  copied: 'Copié',
  unconfirmed: [
    '# n’a pas confirmé la connexion',
    'Vérifiez si votre compte apparaît comme connecté. Sinon, connectez-le de nouveau.',
  ],
  errors: {
    invalid_options: [
      'Cette page est mal configurée',
      'Contactez l’assistance de # en indiquant cette référence.',
    ],
    unsupported_browser: [
      'Votre navigateur est trop ancien',
      'Mettez-le à jour ou utilisez-en un autre.',
    ],
    load_timeout: ['Cela prend trop de temps', 'Vérifiez votre connexion et réessayez.'],
    frame_blocked: [
      'Cette page a bloqué la connexion',
      'Contactez l’assistance de # en indiquant cette référence.',
    ],
    offline: [
      'Vous êtes hors ligne',
      'Nous réessaierons automatiquement dès votre retour en ligne.',
    ],
    connection_lost: ['La connexion a été perdue', 'Rien n’est connecté. Réessayez.'],
    protocol_error: [
      'Réponse inattendue',
      'Réessayez. Si cela se répète, contactez l’assistance de #.',
    ],
    unsupported_version: [
      'Cette page n’est pas à jour',
      'Rechargez-la. Si cela se répète, contactez l’assistance de #.',
    ],
    unknown_client: [
      'Cette application n’est pas enregistrée',
      'Contactez l’assistance de # en indiquant cette référence.',
    ],
    origin_not_allowed: [
      'Ce site ne peut pas connecter de comptes',
      'Vérifiez son adresse. Si elle est correcte, contactez l’assistance de #.',
    ],
    provider_unavailable: [
      'Ce prestataire est indisponible',
      'Votre compte n’est pas en cause. Veuillez réessayer plus tard.',
    ],
    submission_limit_reached: [
      'Les connexions de test sont épuisées',
      'Les développeurs de l’application peuvent augmenter la limite.',
    ],
    session_expired: ['Votre session a expiré', 'Veuillez recommencer.'],
    rate_limited: ['Trop de tentatives', 'Attendez quelques minutes et réessayez.'],
    access_denied: [
      'L’accès n’a pas été autorisé',
      'Rien n’a été partagé. Réessayez si vous souhaitez connecter votre compte.',
    ],
    callback_failed: [
      'Impossible de terminer la connexion',
      'Votre identification a réussi, mais # n’a pas enregistré la liaison. Vous devrez vous reconnecter.',
    ],
    server_error: ['Un problème est survenu de notre côté', 'Réessayez dans quelques minutes.'],
  },
};
