import type { PageText } from './en.ts';
import { linkEnds, problems } from './notices/fr.ts';

const numbers = new Intl.NumberFormat('fr');
const plurals = new Intl.PluralRules('fr');

/** French. */
export const text: PageText = {
  languageTag: 'fr',
  direction: 'ltr',
  connectTo: (application) => `Connexion à ${application}`,
  testBadge: 'Test',
  testBadgeHint: 'Application de test : aucun compte réel n’est utilisé',
  cancel: 'Annuler',
  exit: {
    title: 'Quitter sans connecter votre compte ?',
    advice: 'Vous devrez recommencer.',
    stay: 'Poursuivre la connexion',
    leave: 'Quitter',
  },
  back: 'Choisir un autre prestataire',
  tryAgain: 'Réessayer',
  pressAgain: (button) => `Appuyez de nouveau sur « ${button} ».`,
  close: 'Fermer',
  startAgain: 'Recommencer',
  tries: {
    left: (count) =>
      `Il vous reste ${numbers.format(count)} ${plurals.select(count) === 'one' ? 'tentative' : 'tentatives'}.`,
    again: (time) => `Réessayez dans ${time}.`,
    now: 'Vous pouvez maintenant réessayer.',
  },
  reference: 'Référence',
  copy: 'Copier',
  copied: 'Copié',
  unnamedProvider: 'Le prestataire',
  unnamedDomain: 'son propre site',
  problems,
  waiting: {
    start: 'Préparation…',
    join: 'Un instant…',
    select: 'Ouverture de la connexion…',
    back: 'Retour…',
    login: 'Identification…',
    mfa: 'Vérification du code…',
    resend: 'Envoi…',
    push: 'En attente de votre approbation…',
    allow: 'Liaison du compte…',
    deny: 'Refus de l’accès…',
    end: 'Suppression de l’accès…',
    stillWorking: (provider) => `Encore un instant. ${provider} met plus de temps que prévu.`,
  },
  question: {
    title: (application) => `Venez-vous d’appuyer sur « Connecter » dans ${application} ?`,
    leadBefore: 'Continuez uniquement si vous venez de le faire vous-même, sur ',
    leadAfter: '.',
    number: 'Numéro',
    numberHint: (application) =>
      `${application} affiche 4 chiffres. S’il n’y en a pas, fermez cette fenêtre et recommencez.`,
    numberMissing: 'Saisissez ce numéro.',
    confirm: 'Oui, continuer',
    refuse: 'Non, ce n’était pas moi',
  },
  link: {
    title: (application) => `Connectez votre compte fiscal à ${application}`,
    titleAgain: (application) => `Reconnectez votre compte à ${application}`,
    decide: 'Vous verrez ensuite ce qui sera partagé et pourrez l’autoriser ou le refuser.',
    caution: (application) =>
      `Commencez uniquement si vous attendiez ce lien de ${application}. Sinon, fermez cette page : rien ne sera partagé.`,
    begin: 'Commencer',
    done: 'Vous n’avez plus rien à faire ici. Vous pouvez fermer cette page.',
    over: linkEnds,
  },
  select: {
    title: 'Choisissez votre prestataire fiscal',
    promise: (application) =>
      `Vous vous connectez auprès de votre prestataire. ${application} ne voit jamais votre mot de passe.`,
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
    title: (application, provider) => `Partager vos informations ${provider} avec ${application} ?`,
    account: 'Compte',
    whatTitle: 'Données',
    what: {
      returns: 'Vos déclarations de revenus',
      forms: 'Formulaires fiscaux, comme W-2 et 1099',
      transcripts: 'Relevés fiscaux de l’IRS',
      documents: 'Autres documents fiscaux',
      identity: 'Vos nom et adresse, votre situation fiscale',
    },
    sharedWith: 'Partagé avec',
    whatFor: 'Finalité',
    privacy: 'Confidentialité',
    howLongTitle: 'Durée',
    howLong: 'Jusqu’à ce que vous y mettiez fin. Sans expiration.',
    howLongDays: (days) => `${days}, sauf si vous y mettez fin avant.`,
    details: 'Détails',
    verifiedOrigin: 'Adresse vérifiée',
    redirectHost: 'Vous renvoie vers',
    notShared: 'Votre mot de passe n’est pas partagé.',
    revokeTitle: 'Pour y mettre fin',
    revokeBefore: (application) => `Via ${application}, ou sur `,
    revokeAfter: '.',
    allow: 'Autoriser',
    deny: 'Refuser',
  },
  success: {
    title: 'Votre compte est connecté',
  },
  denied: {
    title: 'Rien n’a été partagé',
    body: (application) => `${application} n’a aucun accès. Vous pouvez fermer cette fenêtre.`,
  },
};
