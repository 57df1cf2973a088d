import type { PageText } from '../en.ts';

/** Brazilian Portuguese. */
export const problems: PageText['problems'] = {
  access_denied: ({ application }) => [
    'O acesso não foi permitido',
    `Nada foi compartilhado com ${application}.`,
  ],
  account_locked: ({ provider, domain }) => [
    `${provider} bloqueou esta conta`,
    `Acesse ${domain} para desbloqueá-la e tente de novo aqui.`,
  ],
  connection_lost: () => [
    'A conexão com a internet caiu',
    'Verifique sua internet e tente de novo.',
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
    `${provider} não aceitou este login`,
    'Confira os dados e tente de novo.',
  ],
  invalid_one_time_code: () => [
    'Confira o código',
    'Esse código está errado ou expirou. Digite o último que você recebeu.',
  ],
  invalid_options: ({ application }) => [
    'Esta página está mal configurada',
    `Fale com o suporte de ${application} e informe esta referência.`,
  ],
  invalid_request: () => [
    'Algo deu errado nesta página',
    'Nada foi compartilhado. Comece de novo.',
  ],
  invalid_step: () => [
    'Esta página não é mais válida',
    'Talvez ela estivesse aberta em duas janelas. Comece de novo.',
  ],
  no_host: () => [
    'Abra esta página a partir de um aplicativo',
    'Ela só funciona quando um aplicativo a abre. Volte ao aplicativo e conecte sua conta por lá.',
  ],
  not_approved: () => ['O login não foi aprovado', 'Se foi um engano, tente de novo.'],
  not_received: ({ application }) => [
    `${application} não confirmou a conexão`,
    `Volte para ${application}. Se sua conta não aparecer como conectada, conecte-a de novo por lá.`,
  ],
  offline: () => [
    'Você está offline',
    'Tentaremos de novo automaticamente quando a internet voltar.',
  ],
  origin_not_allowed: ({ application }) => [
    'Este site não pode conectar contas',
    `Ele não está registrado para ${application}. Fale com o suporte dele e informe esta referência.`,
  ],
  protocol_error: ({ application }) => [
    `Esta página não consegue se comunicar com ${application}`,
    `Fale com o suporte de ${application}.`,
  ],
  provider_unavailable: ({ provider }) => [
    `${provider} não está disponível no momento`,
    'O problema não é com a sua conta. Tente de novo mais tarde.',
  ],
  rate_limited: () => ['Muitas tentativas', 'Espere um minuto e tente de novo.'],
  request_blocked: ({ application }) => [
    'Um firewall bloqueou esta solicitação',
    `Nada foi compartilhado. Os mesmos dados seriam bloqueados de novo. Fale com o suporte de ${application} e informe esta referência.`,
  ],
  server_error: () => [
    'Algo deu errado do nosso lado',
    'Nada foi compartilhado. Tente de novo em alguns minutos.',
  ],
  session_expired: () => ['Sua sessão expirou', 'Nada foi compartilhado. Comece de novo.'],
  session_ended: ({ application }) => [
    'Este link não funciona mais',
    `Ele expirou, já foi usado ou foi cancelado. Volte para ${application} e comece por lá.`,
  ],
  storage_blocked: ({ provider }) => [
    'Seu navegador bloqueia o armazenamento',
    `Sem ele, você não consegue voltar de ${provider} para cá. Permita cookies e dados de sites para esta página e tente de novo.`,
  ],
  submission_limit_reached: ({ application }) => [
    'Os logins de teste acabaram',
    `Os desenvolvedores de ${application} podem aumentar o limite.`,
  ],
  timeout: () => ['Está demorando demais', 'Verifique sua internet e tente de novo.'],
  too_many_attempts: () => ['Muitas tentativas', 'Espere um minuto e tente de novo.'],
  unknown_client: () => [
    'Este aplicativo não está registrado',
    'Fale com o suporte dele e informe esta referência.',
  ],
  wrong_number: ({ application }) => [
    'Esse número não confere',
    `Digite o que ${application} mostra agora.`,
  ],
};

/** Brazilian Portuguese. */
export const linkEnds: PageText['link']['over'] = {
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
    'Abra o link de novo',
    'Esta página não o tem mais. Abra-o pela mensagem que você recebeu.',
  ],
  left: () => [
    'Nada foi compartilhado',
    'O link continua funcionando. Comece de novo agora ou abra-o mais tarde.',
  ],
};
