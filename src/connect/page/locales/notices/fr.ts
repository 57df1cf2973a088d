import type { PageText } from '../en.ts';

/** French. */
export const problems: PageText['problems'] = {
  access_denied: ({ application }) => [
    'L’accès n’a pas été autorisé',
    `Rien n’a été partagé avec ${application}.`,
  ],
  account_locked: ({ provider, domain }) => [
    `${provider} a bloqué ce compte`,
    `Débloquez-le sur ${domain}, puis réessayez ici.`,
  ],
  connection_lost: () => [
    'La connexion a été perdue',
    'Vérifiez votre connexion internet, puis réessayez.',
  ],
  different_account: ({ provider }) => [
    'C’est un autre compte',
    `Rien n’a changé. Connectez-vous à ${provider} avec le compte déjà associé.`,
  ],
  host_gone: ({ application }) => [
    `${application} ne répond pas`,
    `Sa page a peut-être été rechargée ou fermée. Rien n’a été partagé. Retournez dans ${application} et recommencez la connexion.`,
  ],
  invalid_answer: ({ provider }) => [
    `${provider} n’a pas accepté cette réponse`,
    'Vérifiez-la et réessayez.',
  ],
  invalid_credentials: ({ provider }) => [
    `${provider} n’a pas accepté cette connexion`,
    'Vérifiez votre saisie, puis réessayez.',
  ],
  invalid_one_time_code: () => [
    'Vérifiez le code',
    'Ce code est incorrect ou a expiré. Saisissez le dernier que vous avez reçu.',
  ],
  invalid_options: ({ application }) => [
    'Cette page est mal configurée',
    `Contactez l’assistance de ${application} en indiquant cette référence.`,
  ],
  invalid_request: () => [
    'Un problème est survenu sur cette page',
    'Rien n’a été partagé. Veuillez recommencer.',
  ],
  invalid_step: () => [
    'Cette page n’est plus à jour',
    'Elle était peut-être ouverte dans deux fenêtres. Veuillez recommencer.',
  ],
  no_host: () => [
    'Ouvrez cette page depuis une application',
    'Elle ne fonctionne que si une application l’ouvre. Retournez dans l’application et connectez votre compte depuis celle-ci.',
  ],
  not_approved: () => ['La connexion n’a pas été approuvée', 'Si c’était une erreur, réessayez.'],
  not_received: ({ application }) => [
    `${application} n’a pas confirmé la connexion`,
    `Retournez dans ${application}. Si votre compte n’y apparaît pas comme connecté, recommencez depuis l’application.`,
  ],
  offline: () => [
    'Vous êtes hors ligne',
    'Nous réessaierons automatiquement dès votre retour en ligne.',
  ],
  origin_not_allowed: ({ application }) => [
    'Ce site ne peut pas connecter de comptes',
    `Il n’est pas enregistré pour ${application}. Contactez son assistance en indiquant cette référence.`,
  ],
  protocol_error: ({ application }) => [
    `Cette page ne parvient pas à communiquer avec ${application}`,
    `Contactez l’assistance de ${application}.`,
  ],
  provider_unavailable: ({ provider }) => [
    `${provider} est indisponible pour le moment`,
    'Votre compte n’est pas en cause. Veuillez réessayer plus tard.',
  ],
  rate_limited: () => ['Trop de tentatives', 'Attendez une minute, puis réessayez.'],
  request_blocked: ({ application }) => [
    'Un pare-feu a refusé cet envoi',
    `Rien n’a été partagé. La même saisie serait de nouveau refusée. Contactez l’assistance de ${application} en indiquant cette référence.`,
  ],
  server_error: () => [
    'Un problème est survenu de notre côté',
    'Rien n’a été partagé. Veuillez réessayer dans quelques minutes.',
  ],
  session_expired: () => ['Votre session a expiré', 'Rien n’a été partagé. Veuillez recommencer.'],
  session_ended: ({ application }) => [
    'Ce lien ne fonctionne plus',
    `Il a expiré, a déjà servi ou a été annulé. Retournez dans ${application} pour recommencer.`,
  ],
  storage_blocked: ({ provider }) => [
    'Votre navigateur bloque le stockage',
    `Sans lui, vous ne pouvez pas revenir ici depuis ${provider}. Autorisez les cookies et les données de site pour cette page, puis réessayez.`,
  ],
  submission_limit_reached: ({ application }) => [
    'Les connexions de test sont épuisées',
    `Les développeurs de ${application} peuvent augmenter la limite.`,
  ],
  timeout: () => ['Cela prend trop de temps', 'Vérifiez votre connexion internet, puis réessayez.'],
  too_many_attempts: () => ['Trop de tentatives', 'Attendez une minute, puis réessayez.'],
  unknown_client: () => [
    'Cette application n’est pas enregistrée',
    'Contactez son assistance en indiquant cette référence.',
  ],
  wrong_number: ({ application }) => [
    'Ce numéro ne correspond pas',
    `Saisissez celui que ${application} affiche maintenant.`,
  ],
};

/** French. */
export const linkEnds: PageText['link']['over'] = {
  connected: () => [
    'Votre compte est connecté',
    'Ce lien a rempli son rôle. Vous pouvez fermer cette page.',
  ],
  denied: (application) => [
    'Rien n’a été partagé',
    `Vous avez refusé l’accès avec ce lien. Si vous changez d’avis, demandez un nouveau lien à ${application}.`,
  ],
  canceled: (application) => [
    'Ce lien a été annulé',
    `Rien n’a été partagé. Si vous souhaitez toujours connecter votre compte, demandez un nouveau lien à ${application}.`,
  ],
  expired: (application) => [
    'Ce lien a expiré',
    `Rien n’a été partagé. Demandez un nouveau lien à ${application}.`,
  ],
  incomplete: () => [
    'Ouvrez de nouveau le lien',
    'Cette page ne l’a plus. Ouvrez-le depuis le message que vous avez reçu.',
  ],
  left: () => [
    'Rien n’a été partagé',
    'Le lien fonctionne toujours. Recommencez maintenant, ou ouvrez-le plus tard.',
  ],
};
