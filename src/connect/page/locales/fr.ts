import type { PageText } from './en.ts';

const numbers = new Intl.NumberFormat('fr');
const plurals = new Intl.PluralRules('fr');

/** French. */
export const text: PageText = {
  languageTag: 'fr',
  direction: 'ltr',
  connectTo: (application) => `Connexion à ${application}`,
  testBadge: 'Test',
  testBadgeHint: 'Application de test : aucun compte réel n’est utilisé',
  cancel: 'Annuler',
  exit: {
    title: 'Quitter sans connecter ?',
    advice: 'Vous devrez recommencer.',
    stay: 'Continuer',
    leave: 'Quitter',
  },
  back: 'Choisir un autre prestataire',
  tryAgain: 'Réessayer',
  close: 'Fermer',
  startAgain: 'Recommencer',
  failedTitle: 'Cela n’a pas fonctionné',
  unnamedProvider: 'Le prestataire',
  unnamedDomain: 'son propre site',
  offlineTitle: 'Vous êtes hors ligne',
  problems: {
    access_denied: ({ application }) =>
      `L’accès n’a pas été accordé : ${application} n’a rien reçu.`,
    account_locked: ({ provider, domain }) =>
      `${provider} a bloqué ce compte. Débloquez-le sur ${domain}, puis réessayez ici.`,
    connection_lost: () => 'La connexion a été interrompue. Vérifiez-la, puis réessayez.',
    host_gone: ({ application }) =>
      `${application} ne répond plus. Sa page a peut-être été rechargée ou fermée. Rien n’a été partagé. Retournez dans ${application} et connectez-vous à nouveau.`,
    invalid_credentials: ({ provider }) =>
      `${provider} n’a pas accepté cet identifiant et ce mot de passe. Vérifiez-les et réessayez.`,
    invalid_one_time_code: () =>
      'Ce code est incorrect ou n’est plus valable. Saisissez le dernier que vous avez reçu.',
    invalid_request: () => 'Un problème est survenu sur cette page. Recommencez.',
    invalid_step: () =>
      'Cette page n’est plus à jour, peut-être parce qu’elle était ouverte deux fois. Recommencez.',
    no_host: () =>
      'Cette page ne fonctionne que lorsqu’une application l’ouvre. Retournez dans l’application et connectez-vous depuis celle-ci.',
    not_received: ({ application }) =>
      `${application} n’a pas confirmé la connexion. Retournez dans ${application}. Si la connexion n’y est pas indiquée, connectez-vous à nouveau.`,
    offline: () => 'Vous êtes hors ligne. Nous réessaierons dès que vous serez de retour.',
    origin_not_allowed: ({ application }) =>
      `Ce site n’est pas enregistré pour connecter des comptes pour ${application}.`,
    protocol_error: ({ application }) =>
      `${application} et cette page ne se comprennent pas. Signalez-le à ${application}.`,
    provider_unavailable: ({ provider }) =>
      `${provider} ne répond pas pour le moment. Votre compte n’est pas en cause.`,
    rate_limited: () => 'Trop de tentatives. Attendez une minute, puis réessayez.',
    server_error: () => 'Un problème est survenu de notre côté. Rien n’a été partagé.',
    session_expired: () =>
      'Vous avez dépassé la durée pendant laquelle une session reste ouverte. Recommencez.',
    submission_limit_reached: ({ application }) =>
      `L’application de test ${application} a utilisé tous ses essais.`,
    timeout: () => 'Pas de réponse à temps. Réessayez.',
    unknown_client: () => 'L’application qui vous a amené ici n’est pas enregistrée.',
  },
  waiting: {
    start: 'Préparation…',
    select: 'Ouverture de la connexion…',
    back: 'Retour…',
    login: 'Connexion…',
    mfa: 'Vérification du code…',
    allow: 'Connexion en cours…',
    deny: 'Annulation…',
    stillWorking: (provider) => `Toujours en cours. ${provider} prend son temps.`,
  },
  select: {
    title: 'Choisissez votre prestataire fiscal',
    promise: (application) =>
      `Vous vous connectez chez votre prestataire. ${application} ne voit jamais votre mot de passe.`,
  },
  login: {
    title: (provider) => `Se connecter à ${provider}`,
    promiseBefore: 'Vous vous connectez à ',
    promiseAfter: (application) => `. ${application} ne voit jamais votre mot de passe.`,
    username: 'Identifiant',
    password: 'Mot de passe',
    show: 'Afficher',
    hide: 'Masquer',
    submit: 'Se connecter',
    usernameMissing: 'Saisissez votre identifiant.',
    passwordMissing: 'Saisissez votre mot de passe.',
    usernameWrong: 'Vérifiez l’identifiant.',
    passwordWrong: 'Saisissez à nouveau le mot de passe.',
  },
  test: {
    title: 'Connexion de test',
    hintBefore: 'Utilisez ',
    hintBetween: ' avec le mot de passe ',
    hintAfter: '.',
    submissions: (left, limit) =>
      `${numbers.format(left)} ${
        plurals.select(left) === 'one' ? 'essai restant' : 'essais restants'
      } sur ${numbers.format(limit)}.`,
  },
  mfa: {
    title: 'Saisissez votre code',
    lead: (provider) => `${provider} vous a envoyé un code à usage unique.`,
    code: 'Code à usage unique',
    submit: 'Continuer',
    codeMissing: 'Saisissez le code.',
  },
  consent: {
    title: (application, provider) =>
      `Partager vos informations de ${provider} avec ${application} ?`,
    account: 'Compte',
    sharedWith: 'Partagé avec',
    verifiedOrigin: 'Adresse vérifiée',
    redirectHost: 'Vous renvoie vers',
    whatTitle: 'Ce qui est partagé',
    what: [
      'Vos déclarations de revenus et les formulaires qu’elles contiennent',
      'Vos nom, adresse et situation fiscale tels qu’ils y figurent',
    ],
    notShared: 'Votre mot de passe n’est pas partagé.',
    howLongTitle: 'Pour combien de temps',
    howLong: 'Jusqu’à ce que vous y mettiez fin. Il n’y a pas de date limite.',
    revokeTitle: 'Comment y mettre fin',
    revokeBefore: (application) =>
      `Demandez à ${application} de se déconnecter, ou retirez-lui l’accès sur `,
    revokeAfter: ', dans les applications connectées.',
    allow: 'Autoriser',
    deny: 'Refuser',
  },
  success: {
    title: 'Vous êtes connecté',
    body: (application) => `${application} termine la connexion.`,
    popup: 'Cette fenêtre se ferme toute seule.',
  },
  denied: {
    title: 'Rien n’a été partagé',
    body: (application) => `${application} n’a aucun accès. Vous pouvez fermer cette fenêtre.`,
  },
};
