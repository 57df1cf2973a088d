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
    title: 'Quitter sans connecter votre compte ?',
    advice: 'Vous devrez recommencer.',
    stay: 'Continuer',
    leave: 'Quitter',
  },
  back: 'Choisir un autre prestataire',
  tryAgain: 'Réessayer',
  pressAgain: (button) => `Appuyez de nouveau sur « ${button} ».`,
  close: 'Fermer',
  startAgain: 'Recommencer',
  reference: 'Référence',
  copy: 'Copier',
  copied: 'Copié',
  unnamedProvider: 'Le prestataire',
  unnamedDomain: 'son propre site',
  problems: {
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
      `Rien n’a changé. Connectez-vous à ${provider} avec le compte que vous aviez connecté.`,
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
    invalid_options: () => [
      'Cette page est mal configurée',
      'Contactez l’assistance du site en indiquant cette référence.',
    ],
    invalid_request: () => [
      'Un problème est survenu sur cette page',
      'Rien n’a été partagé. Veuillez recommencer.',
    ],
    invalid_step: () => [
      'Cette page n’est plus à jour',
      'Elle était peut-être ouverte deux fois. Veuillez recommencer.',
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
      `Il n’est pas enregistré pour ${application}. Contactez l’assistance du site en indiquant cette référence.`,
    ],
    protocol_error: ({ application }) => [
      `Cette page ne parvient pas à communiquer avec ${application}`,
      'Contactez l’assistance de l’application.',
    ],
    provider_unavailable: ({ provider }) => [
      `${provider} est indisponible pour le moment`,
      'Votre compte n’est pas en cause. Veuillez réessayer plus tard.',
    ],
    rate_limited: () => ['Trop de tentatives', 'Attendez une minute, puis réessayez.'],
    server_error: () => [
      'Un problème est survenu de notre côté',
      'Rien n’a été partagé. Veuillez réessayer dans quelques minutes.',
    ],
    session_expired: () => [
      'Votre session a expiré',
      'Rien n’a été partagé. Veuillez recommencer.',
    ],
    session_ended: ({ application }) => [
      'Ce lien ne fonctionne plus',
      `Il a expiré, a déjà servi ou a été annulé. Retournez dans ${application} pour recommencer.`,
    ],
    submission_limit_reached: ({ application }) => [
      'Les connexions de test sont épuisées',
      `Les développeurs de ${application} peuvent augmenter la limite.`,
    ],
    timeout: () => [
      'Cela prend trop de temps',
      'Vérifiez votre connexion internet, puis réessayez.',
    ],
    unknown_client: () => [
      'Cette application n’est pas enregistrée',
      'Contactez son assistance en indiquant cette référence.',
    ],
    wrong_number: ({ application }) => [
      'Ce nombre est incorrect',
      `Saisissez celui que ${application} affiche maintenant.`,
    ],
  },
  waiting: {
    start: 'Préparation…',
    join: 'Poursuite…',
    select: 'Ouverture de la connexion…',
    back: 'Retour…',
    login: 'Connexion…',
    mfa: 'Vérification du code…',
    resend: 'Envoi…',
    push: 'En attente de votre approbation…',
    allow: 'Connexion en cours…',
    deny: 'Annulation…',
    end: 'Fin de l’accès en cours…',
    stillWorking: (provider) => `Encore un instant. ${provider} met plus de temps que prévu.`,
  },
  question: {
    title: (application) => `Venez-vous d’appuyer sur « Connecter » dans ${application} ?`,
    leadBefore: 'Continuez uniquement si vous venez de le faire vous-même, sur ',
    leadAfter: '.',
    number: 'Nombre',
    numberHint: (application) =>
      `${application} affiche 4 chiffres. S’il n’y en a pas, fermez cette fenêtre et recommencez.`,
    numberMissing: 'Saisissez le nombre.',
    confirm: 'Oui, continuer',
    refuse: 'Non, ce n’était pas moi',
  },
  link: {
    title: (application) => `Connectez votre compte fiscal à ${application}`,
    titleAgain: (application) => `Reconnectez votre compte à ${application}`,
    decide: 'Vous voyez ensuite ce qui serait partagé, et vous l’autorisez ou non.',
    caution: (application) =>
      `Commencez uniquement si vous attendiez ce lien de ${application}. Sinon, fermez cette page : rien ne sera partagé.`,
    begin: 'Commencer',
    done: 'Vous n’avez plus rien à faire ici. Vous pouvez fermer cette page.',
    over: {
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
    },
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
  },
  again: {
    title: (provider) => `Se reconnecter à ${provider}`,
    labelBefore: 'Vous avez connecté ce compte en tant que ',
    labelAfter: '.',
    submit: 'Se reconnecter',
  },
  test: {
    title: 'Connexion de test',
    code: 'Code de test',
    hintBefore: 'Utilisez ',
    hintBetween: ' avec le mot de passe ',
    hintAfter: '.',
    submissions: (left, limit) =>
      `${numbers.format(left)} ${
        plurals.select(left) === 'one'
          ? 'connexion de test restante'
          : 'connexions de test restantes'
      } sur ${numbers.format(limit)}.`,
  },
  mfa: {
    title: 'Saisissez votre code',
    lead: (provider) => `${provider} vous a envoyé un code à usage unique.`,
    sentBefore: (provider) => `${provider} a envoyé un code à usage unique à `,
    sentAfter: '.',
    code: 'Code à usage unique',
    submit: 'Continuer',
    codeMissing: 'Saisissez le code.',
    digits: (length) => `${numbers.format(length)} chiffres. Validation automatique.`,
    missing: 'Vous ne l’avez pas reçu ?',
    missingAdvice:
      'Cela peut prendre quelques minutes. Regardez aussi dans vos courriers indésirables.',
    missingStill: (provider) =>
      `Toujours rien ? Connectez-vous à nouveau ou contactez ${provider}.`,
  },
  challenge: {
    resend: 'Renvoyer',
    resendIn: (seconds) => `dans ${numbers.format(seconds)} s`,
    resent: 'Envoyé à nouveau.',
    choiceTitle: 'Choisissez comment continuer',
    choiceMissing: 'Choisissez une option.',
    questionTitle: 'Encore une question',
    answer: 'Votre réponse',
    answerMissing: 'Saisissez votre réponse.',
    fieldMissing: 'Remplissez ce champ.',
    pushTitle: 'Approuvez la connexion',
    pushLead: (provider) =>
      `${provider} vous a demandé d’approuver cette connexion, par exemple dans son application.`,
    pushWaiting: 'En attente de votre approbation…',
    pushCancel: 'Annuler la connexion',
  },
  redirect: {
    lead: (provider) => `${provider} ouvre sa propre page, puis vous ramène ici.`,
    submit: (provider) => `Continuer vers ${provider}`,
  },
  consent: {
    title: (application, provider) => `Partager vos informations ${provider} avec ${application} ?`,
    account: 'Compte',
    whatTitle: 'Données',
    what: {
      returns: 'Vos déclarations de revenus',
      forms: 'Formulaires fiscaux, comme W-2 et 1099',
      transcripts: 'Relevés fiscaux de l’IRS',
      documents: 'Autres documents fiscaux',
      identity: 'Vos nom, adresse et statut de déclaration',
    },
    sharedWith: 'Avec',
    whatFor: 'Finalité',
    privacy: 'Confidentialité',
    howLongTitle: 'Durée',
    howLong: 'Jusqu’à ce que vous y mettiez fin. Sans expiration.',
    howLongDays: (days) => `${days}, sauf si vous y mettez fin avant.`,
    details: 'Détails',
    verifiedOrigin: 'Adresse vérifiée',
    redirectHost: 'Vous renvoie vers',
    notShared: 'Votre mot de passe n’est pas partagé.',
    revokeTitle: 'Arrêt',
    revokeBefore: (application) => `Via ${application}, ou sur `,
    revokeAfter: '.',
    allow: 'Autoriser',
    deny: 'Refuser',
  },
  manage: {
    title: 'Applications ayant accès',
    lead: 'Connectez-vous avec votre prestataire pour voir quelles applications peuvent lire vos informations, et pour y mettre fin.',
    promiseAfter: '. Aucune application ne voit votre mot de passe.',
    listTitle: 'Ces applications ont accès',
    none: 'Aucune application n’a accès',
    since: 'Depuis',
    until: 'Jusqu’à',
    untilEnded: 'Ce que vous y mettiez fin',
    lastRead: 'Dernière lecture',
    never: 'Pas encore',
    end: 'Mettre fin à l’accès',
    endOf: (application) => `Mettre fin à l’accès de ${application}`,
    question: (application) => `Mettre fin à l’accès de ${application} ?`,
    consequence: (application) =>
      `${application} ne pourra plus rien lire. Les informations déjà lues peuvent être conservées.`,
    keep: 'Garder l’accès',
    ended: (application) => `${application} n’a plus accès.`,
    whereBefore: 'Vous pouvez y mettre fin à tout moment sur ',
    whereAfter: '.',
  },
  success: {
    title: 'Votre compte est connecté',
    body: (application) => `${application} peut maintenant consulter ce que vous avez partagé.`,
    popup: 'Cette fenêtre se ferme toute seule.',
  },
  denied: {
    title: 'Rien n’a été partagé',
    body: (application) => `${application} n’a aucun accès. Vous pouvez fermer cette fenêtre.`,
  },
};
