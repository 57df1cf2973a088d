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
    title: 'Sair sem conectar sua conta?',
    advice: 'Você terá que começar de novo.',
    stay: 'Continuar',
    leave: 'Sair',
  },
  back: 'Escolher outro provedor',
  tryAgain: 'Tentar de novo',
  pressAgain: (button) => `Pressione “${button}” de novo.`,
  close: 'Fechar',
  startAgain: 'Começar de novo',
  reference: 'Referência',
  copy: 'Copiar',
  copied: 'Copiado',
  unnamedProvider: 'O provedor',
  unnamedDomain: 'o próprio site dele',
  problems: {
    access_denied: ({ application }) => [
      'O acesso não foi permitido',
      `Nada foi compartilhado com ${application}.`,
    ],
    account_locked: ({ provider, domain }) => [
      `${provider} bloqueou esta conta`,
      `Desbloqueie-a em ${domain} e tente de novo aqui.`,
    ],
    connection_lost: () => [
      'A conexão foi perdida',
      'Verifique sua conexão com a internet e tente de novo.',
    ],
    different_account: ({ provider }) => [
      'Esta é outra conta',
      `Nada mudou. Entre em ${provider} com a conta que você conectou.`,
    ],
    host_gone: ({ application }) => [
      `${application} não responde`,
      `Talvez a página tenha sido recarregada ou fechada. Nada foi compartilhado. Volte para ${application} e conecte sua conta de novo por lá.`,
    ],
    invalid_answer: ({ provider }) => [
      `${provider} não aceitou essa resposta`,
      'Confira e tente de novo.',
    ],
    invalid_credentials: ({ provider }) => [
      `${provider} não aceitou este acesso`,
      'Confira os dados e tente de novo.',
    ],
    invalid_one_time_code: () => [
      'Confira o código',
      'Esse código está errado ou expirou. Digite o último que você recebeu.',
    ],
    invalid_options: () => [
      'Esta página está mal configurada',
      'Fale com o suporte do site e informe esta referência.',
    ],
    invalid_request: () => [
      'Algo deu errado nesta página',
      'Nada foi compartilhado. Comece de novo.',
    ],
    invalid_step: () => [
      'Esta página não é mais válida',
      'Talvez ela estivesse aberta duas vezes. Comece de novo.',
    ],
    no_host: () => [
      'Abra esta página a partir de um aplicativo',
      'Ela só funciona quando um aplicativo a abre. Volte ao aplicativo e conecte sua conta por lá.',
    ],
    not_approved: () => ['O acesso não foi aprovado', 'Se foi um engano, tente de novo.'],
    not_received: ({ application }) => [
      `${application} não confirmou a conexão`,
      `Volte para ${application}. Se sua conta não aparecer como conectada, conecte-a de novo por lá.`,
    ],
    offline: () => [
      'Você está sem conexão',
      'Tentaremos de novo automaticamente quando ela voltar.',
    ],
    origin_not_allowed: ({ application }) => [
      'Este site não pode conectar contas',
      `Ele não está registrado para ${application}. Fale com o suporte do site e informe esta referência.`,
    ],
    protocol_error: ({ application }) => [
      `Esta página não consegue se comunicar com ${application}`,
      'Fale com o suporte do aplicativo.',
    ],
    provider_unavailable: ({ provider }) => [
      `${provider} não está disponível no momento`,
      'Sua conta está em ordem. Tente de novo mais tarde.',
    ],
    rate_limited: () => ['Muitas tentativas', 'Espere um minuto e tente de novo.'],
    server_error: () => [
      'Algo deu errado do nosso lado',
      'Nada foi compartilhado. Tente de novo em alguns minutos.',
    ],
    session_expired: () => ['Sua sessão expirou', 'Nada foi compartilhado. Comece de novo.'],
    session_ended: ({ application }) => [
      'Este link não funciona mais',
      `Ele expirou, já foi usado ou foi cancelado. Volte para ${application} e comece por lá.`,
    ],
    submission_limit_reached: ({ application }) => [
      'Os acessos de teste acabaram',
      `Os desenvolvedores de ${application} podem aumentar o limite.`,
    ],
    timeout: () => [
      'Está demorando demais',
      'Verifique sua conexão com a internet e tente de novo.',
    ],
    unknown_client: () => [
      'Este aplicativo não está registrado',
      'Fale com o suporte dele e informe esta referência.',
    ],
    wrong_number: ({ application }) => [
      'Esse número está errado',
      `Digite o que ${application} mostra agora.`,
    ],
  },
  waiting: {
    start: 'Preparando…',
    join: 'Continuando…',
    select: 'Abrindo a página de acesso…',
    back: 'Voltando…',
    login: 'Entrando…',
    mfa: 'Verificando o código…',
    resend: 'Enviando…',
    push: 'Aguardando sua aprovação…',
    allow: 'Conectando…',
    deny: 'Cancelando…',
    end: 'Encerrando o acesso…',
    stillWorking: (provider) =>
      `Só mais um instante. ${provider} está demorando mais que o normal.`,
  },
  question: {
    title: (application) => `Você acabou de pressionar “Conectar” em ${application}?`,
    leadBefore: 'Continue somente se foi você quem pressionou, agora há pouco, em ',
    leadAfter: '.',
    number: 'Número',
    numberHint: (application) =>
      `${application} mostra 4 dígitos. Se não mostrar nenhum, feche esta janela e conecte de novo.`,
    numberMissing: 'Digite o número.',
    confirm: 'Sim, continuar',
    refuse: 'Não, não fui eu',
  },
  link: {
    title: (application) => `Conecte sua conta fiscal a ${application}`,
    titleAgain: (application) => `Conecte sua conta a ${application} novamente`,
    decide: 'Depois você vê o que seria compartilhado e permite ou recusa.',
    caution: (application) =>
      `Comece somente se você esperava este link de ${application}. Caso contrário, feche esta página, e nada será compartilhado.`,
    begin: 'Começar',
    done: 'Não há mais nada a fazer aqui. Você pode fechar esta página.',
    over: {
      connected: () => [
        'Sua conta está conectada',
        'Este link já cumpriu sua função. Você pode fechar esta página.',
      ],
      denied: (application) => [
        'Nada foi compartilhado',
        `Você recusou o acesso com este link. Se mudar de ideia, peça um novo link a ${application}.`,
      ],
      canceled: (application) => [
        'Este link foi cancelado',
        `Nada foi compartilhado. Se ainda quiser conectar sua conta, peça um novo link a ${application}.`,
      ],
      expired: (application) => [
        'Este link expirou',
        `Nada foi compartilhado. Peça um novo link a ${application}.`,
      ],
      incomplete: () => [
        'Abra o link novamente',
        'Esta página não o tem mais. Abra-o pela mensagem que você recebeu.',
      ],
      left: () => [
        'Nada foi compartilhado',
        'O link continua funcionando. Comece de novo agora ou abra-o mais tarde.',
      ],
    },
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
  },
  again: {
    title: (provider) => `Entre de novo em ${provider}`,
    labelBefore: 'Você conectou esta conta como ',
    labelAfter: '.',
    submit: 'Entrar de novo',
  },
  test: {
    title: 'Acesso de teste',
    code: 'Código de teste',
    hintBefore: 'Use ',
    hintBetween: ' com a senha ',
    hintAfter: '.',
    submissions: (left, limit) =>
      plurals.select(left) === 'one'
        ? `Resta ${numbers.format(left)} acesso de teste de ${numbers.format(limit)}.`
        : `Restam ${numbers.format(left)} acessos de teste de ${numbers.format(limit)}.`,
  },
  mfa: {
    title: 'Digite seu código',
    lead: (provider) => `${provider} enviou a você um código de uso único.`,
    sentBefore: (provider) => `${provider} enviou um código de uso único para `,
    sentAfter: '.',
    code: 'Código de uso único',
    submit: 'Continuar',
    codeMissing: 'Digite o código.',
    digits: (length) =>
      `${numbers.format(length)} dígitos. Continuaremos assim que você digitar todos.`,
    missing: 'Não recebeu?',
    missingAdvice: 'Pode levar alguns minutos. Veja também a caixa de spam.',
    missingStill: (provider) => `Ainda nada? Entre de novo ou fale com ${provider}.`,
  },
  challenge: {
    resend: 'Enviar de novo',
    resendIn: (seconds) => `em ${numbers.format(seconds)} s`,
    resent: 'Enviado de novo.',
    choiceTitle: 'Escolha como continuar',
    choiceMissing: 'Escolha uma opção.',
    questionTitle: 'Mais uma pergunta',
    answer: 'Sua resposta',
    answerMissing: 'Digite sua resposta.',
    fieldMissing: 'Preencha este campo.',
    pushTitle: 'Aprove o acesso',
    pushLead: (provider) =>
      `${provider} pediu que você aprove este acesso, por exemplo no aplicativo.`,
    pushWaiting: 'Aguardando sua aprovação…',
    pushCancel: 'Cancelar o acesso',
  },
  redirect: {
    lead: (provider) => `${provider} abre uma página própria e depois traz você de volta para cá.`,
    submit: (provider) => `Continuar para ${provider}`,
  },
  consent: {
    title: (application, provider) => `Compartilhar seus dados de ${provider} com ${application}?`,
    account: 'Conta',
    whatTitle: 'Dados',
    what: {
      returns: 'Suas declarações de imposto de renda',
      forms: 'Formulários fiscais, como W-2 e 1099',
      transcripts: 'Transcrições fiscais do IRS',
      documents: 'Outros documentos fiscais',
      identity: 'Seu nome, endereço e status de declaração',
    },
    sharedWith: 'Com',
    whatFor: 'Finalidade',
    privacy: 'Privacidade',
    howLongTitle: 'Duração',
    howLong: 'Até você encerrar. Não há data de expiração.',
    howLongDays: (days) => `${days}, a menos que você encerre antes.`,
    details: 'Detalhes',
    verifiedOrigin: 'Endereço verificado',
    redirectHost: 'Leva você de volta a',
    notShared: 'Sua senha não é compartilhada.',
    revokeTitle: 'Encerrar',
    revokeBefore: (application) => `Por meio de ${application} ou em `,
    revokeAfter: '.',
    allow: 'Permitir',
    deny: 'Recusar',
  },
  manage: {
    title: 'Aplicativos com acesso',
    lead: 'Entre com o seu provedor para ver quais aplicativos podem ler suas informações e para encerrar o acesso.',
    promiseAfter: '. Nenhum aplicativo vê a sua senha.',
    listTitle: 'Estes aplicativos têm acesso',
    none: 'Nenhum aplicativo tem acesso',
    since: 'Desde',
    until: 'Até',
    untilEnded: 'Você encerrar',
    lastRead: 'Última leitura',
    never: 'Ainda não',
    end: 'Encerrar acesso',
    endOf: (application) => `Encerrar acesso de ${application}`,
    question: (application) => `Encerrar o acesso de ${application}?`,
    consequence: (application) =>
      `${application} não poderá ler mais nada. O que já foi lido pode ser mantido.`,
    keep: 'Manter acesso',
    ended: (application) => `${application} não tem mais acesso.`,
    whereBefore: 'Você pode encerrar a qualquer momento em ',
    whereAfter: '.',
  },
  success: {
    title: 'Sua conta está conectada',
    body: (application) => `${application} já pode ler o que você compartilhou.`,
    popup: 'Esta janela se fecha sozinha.',
  },
  denied: {
    title: 'Nada foi compartilhado',
    body: (application) => `${application} não tem acesso. Você pode fechar esta janela.`,
  },
};
