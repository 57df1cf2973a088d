import type { PageText } from './en.ts';

const numbers = new Intl.NumberFormat('pt-BR');
const plurals = new Intl.PluralRules('pt-BR');

/** Portuguese as in Brazil. */
export const text: PageText = {
  languageTag: 'pt-BR',
  direction: 'ltr',
  connectTo: (application) => `Conectar a ${application}`,
  testBadge: 'Teste',
  testBadgeHint: 'Aplicativo de teste: nenhuma conta real é usada',
  cancel: 'Cancelar',
  exit: {
    title: 'Sair sem conectar?',
    advice: 'Você terá que começar de novo.',
    stay: 'Continuar',
    leave: 'Sair',
  },
  back: 'Escolher outro provedor',
  tryAgain: 'Tentar de novo',
  close: 'Fechar',
  startAgain: 'Começar de novo',
  failedTitle: 'Não deu certo',
  unnamedProvider: 'O provedor',
  unnamedDomain: 'o próprio site dele',
  offlineTitle: 'Você está sem conexão',
  problems: {
    access_denied: ({ application }) =>
      `O acesso não foi permitido, então ${application} não recebeu nada.`,
    account_locked: ({ provider, domain }) =>
      `${provider} bloqueou esta conta. Desbloqueie-a em ${domain} e tente de novo aqui.`,
    connection_lost: () => 'A conexão foi interrompida. Verifique-a e tente de novo.',
    host_gone: ({ application }) =>
      `${application} não responde mais. Talvez a página tenha sido recarregada ou fechada. Nada foi compartilhado. Volte para ${application} e conecte-se de novo por lá.`,
    invalid_credentials: ({ provider }) =>
      `${provider} não aceitou este usuário e esta senha. Confira os dois e tente de novo.`,
    invalid_one_time_code: () =>
      'Esse código está errado ou não vale mais. Digite o último que você recebeu.',
    invalid_request: () => 'Algo deu errado nesta página. Comece de novo.',
    invalid_step: () =>
      'Esta página ficou fora de ordem, talvez por estar aberta duas vezes. Comece de novo.',
    no_host: () =>
      'Esta página só funciona quando um aplicativo a abre. Volte ao aplicativo e conecte-se por lá.',
    not_received: ({ application }) =>
      `${application} não confirmou a conexão. Volte para ${application}. Se lá não aparecer que você está conectado, conecte-se de novo.`,
    offline: () => 'Você está sem conexão. Tentaremos de novo assim que ela voltar.',
    origin_not_allowed: ({ application }) =>
      `Este site não está registrado para conectar contas para ${application}.`,
    protocol_error: ({ application }) =>
      `${application} e esta página não se entendem. Avise ${application}.`,
    provider_unavailable: ({ provider }) =>
      `${provider} não está respondendo no momento. Sua conta está em ordem.`,
    rate_limited: () => 'Muitas tentativas. Espere um minuto e tente de novo.',
    server_error: () => 'Algo deu errado do nosso lado. Nada foi compartilhado.',
    session_expired: () => 'Passou do tempo em que mantemos uma sessão aberta. Comece de novo.',
    submission_limit_reached: ({ application }) =>
      `O aplicativo de teste ${application} usou todos os seus envios.`,
    timeout: () => 'Não houve resposta a tempo. Tente de novo.',
    unknown_client: () => 'O aplicativo que trouxe você aqui não está registrado.',
  },
  waiting: {
    start: 'Preparando…',
    select: 'Abrindo o login…',
    back: 'Voltando…',
    login: 'Entrando…',
    mfa: 'Verificando o código…',
    allow: 'Conectando…',
    deny: 'Cancelando…',
    stillWorking: (provider) => `Ainda em andamento. ${provider} está demorando um pouco.`,
  },
  select: {
    title: 'Escolha seu provedor de impostos',
    promise: (application) => `Você entra com o seu provedor. ${application} nunca vê a sua senha.`,
  },
  login: {
    title: (provider) => `Entrar em ${provider}`,
    promiseBefore: 'Você vai entrar em ',
    promiseAfter: (application) => `. ${application} nunca vê a sua senha.`,
    username: 'Usuário',
    password: 'Senha',
    show: 'Mostrar',
    hide: 'Ocultar',
    submit: 'Entrar',
    usernameMissing: 'Digite seu usuário.',
    passwordMissing: 'Digite sua senha.',
    usernameWrong: 'Confira o usuário.',
    passwordWrong: 'Digite a senha de novo.',
  },
  test: {
    title: 'Login de teste',
    hintBefore: 'Use ',
    hintBetween: ' com a senha ',
    hintAfter: '.',
    submissions: (left, limit) =>
      plurals.select(left) === 'one'
        ? `Resta ${numbers.format(left)} envio de ${numbers.format(limit)}.`
        : `Restam ${numbers.format(left)} envios de ${numbers.format(limit)}.`,
  },
  mfa: {
    title: 'Digite seu código',
    lead: (provider) => `${provider} enviou a você um código de uso único.`,
    code: 'Código de uso único',
    submit: 'Continuar',
    codeMissing: 'Digite o código.',
  },
  consent: {
    title: (application, provider) => `Compartilhar seus dados de ${provider} com ${application}?`,
    account: 'Conta',
    sharedWith: 'Compartilhado com',
    verifiedOrigin: 'Endereço verificado',
    redirectHost: 'Leva você de volta a',
    whatTitle: 'O que é compartilhado',
    what: [
      'Suas declarações de imposto e os formulários contidos nelas',
      'Seu nome, endereço e situação fiscal como aparecem nelas',
    ],
    notShared: 'Sua senha não é compartilhada.',
    howLongTitle: 'Por quanto tempo',
    howLong: 'Até você encerrar. Não há data de término.',
    revokeTitle: 'Como encerrar',
    revokeBefore: (application) => `Peça a ${application} para desconectar ou remova o acesso em `,
    revokeAfter: ', em aplicativos conectados.',
    allow: 'Permitir',
    deny: 'Recusar',
  },
  success: {
    title: 'Conexão feita',
    body: (application) => `${application} está concluindo a conexão.`,
    popup: 'Esta janela se fecha sozinha.',
  },
  denied: {
    title: 'Nada foi compartilhado',
    body: (application) => `${application} não tem acesso. Você pode fechar esta janela.`,
  },
};
