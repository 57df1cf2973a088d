import type { PageText } from './en.ts';
import { linkEnds, problems } from './notices/pt-br.ts';

const numbers = new Intl.NumberFormat('pt-BR');
const plurals = new Intl.PluralRules('pt-BR');

/** Brazilian Portuguese. */
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
    stay: 'Continuar conectando',
    leave: 'Sair',
  },
  back: 'Escolher outro provedor',
  tryAgain: 'Tentar de novo',
  pressAgain: (button) => `Pressione “${button}” de novo.`,
  close: 'Fechar',
  startAgain: 'Começar de novo',
  tries: {
    left: (count) =>
      plurals.select(count) === 'one'
        ? `Resta ${numbers.format(count)} tentativa.`
        : `Restam ${numbers.format(count)} tentativas.`,
    again: (time) => `Tente de novo em ${time}.`,
    now: 'Você já pode tentar de novo.',
  },
  reference: 'Referência',
  copy: 'Copiar',
  copied: 'Copiado',
  unnamedProvider: 'O provedor',
  unnamedDomain: 'o próprio site dele',
  problems,
  waiting: {
    start: 'Preparando…',
    join: 'Continuando…',
    select: 'Abrindo a página de login…',
    back: 'Voltando…',
    login: 'Entrando…',
    mfa: 'Verificando o código…',
    resend: 'Enviando…',
    push: 'Aguardando sua aprovação…',
    allow: 'Conectando…',
    deny: 'Recusando o acesso…',
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
    titleAgain: (application) => `Conecte sua conta a ${application} de novo`,
    decide: 'Depois você verá o que será compartilhado e poderá permitir ou recusar.',
    caution: (application) =>
      `Comece somente se você esperava este link de ${application}. Caso contrário, feche esta página, e nada será compartilhado.`,
    begin: 'Começar',
    done: 'Não há mais nada a fazer aqui. Você pode fechar esta página.',
    over: linkEnds,
  },
  select: {
    title: 'Escolha seu serviço de imposto de renda',
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
    submit: 'Entrar de novo',
  },
  test: {
    title: 'Login de teste',
    code: 'Código de teste',
    hintBefore: 'Use ',
    hintBetween: ' com a senha ',
    hintAfter: '.',
    submissions: (left, limit) =>
      plurals.select(left) === 'one'
        ? `Resta ${numbers.format(left)} login de teste de ${numbers.format(limit)}.`
        : `Restam ${numbers.format(left)} logins de teste de ${numbers.format(limit)}.`,
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
    pushTitle: 'Aprove o login',
    pushLead: (provider) => `Aprove este login, por exemplo, no app de ${provider}.`,
    pushWaiting: 'Aguardando sua aprovação…',
    pushCancel: 'Cancelar o login',
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
      returns: 'Declarações de imposto de renda',
      forms: 'Formulários fiscais, como W-2 e 1099',
      transcripts: 'Extratos fiscais do IRS (transcripts)',
      documents: 'Outros documentos fiscais',
      identity: 'Seu nome, endereço e estado civil para fins de declaração (filing status)',
    },
    sharedWith: 'Compartilhado com',
    whatFor: 'Finalidade',
    privacy: 'Privacidade',
    howLongTitle: 'Duração',
    howLong: 'Até você encerrar. Não há data de expiração.',
    howLongDays: (days) => `${days}, a menos que você encerre antes.`,
    details: 'Detalhes',
    verifiedOrigin: 'Endereço verificado',
    redirectHost: 'Leva você de volta a',
    notShared: 'Sua senha não é compartilhada.',
    revokeTitle: 'Para parar de compartilhar',
    revokeBefore: (application) => `Por meio de ${application} ou em `,
    revokeAfter: '.',
    allow: 'Permitir',
    deny: 'Recusar',
  },
  success: {
    title: 'Sua conta está conectada',
  },
  denied: {
    title: 'Nada foi compartilhado',
    body: (application) => `${application} não tem acesso. Você pode fechar esta janela.`,
  },
};
