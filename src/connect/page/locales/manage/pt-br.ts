import type { ManageText } from './en.ts';

/** Brazilian Portuguese. */
export const manage: ManageText = {
  title: 'Aplicativos com acesso',
  lead: 'Entre com o seu provedor para ver quais aplicativos podem ler suas informações e para encerrar o acesso deles.',
  promiseAfter: '. Nenhum aplicativo vê a sua senha.',
  listTitle: 'Estes aplicativos têm acesso',
  none: 'Nenhum aplicativo tem acesso',
  noneAdvice: 'Se você conectou outra conta, entre com ela.',
  nothing: 'Não há nada para gerenciar aqui',
  nothingAdvice: 'Para encerrar um acesso, use o aplicativo que o tem.',
  search: 'Buscar aplicativos',
  noMatch: 'Nenhum aplicativo tem esse nome.',
  since: 'Desde',
  until: 'Término',
  untilEnded: 'Quando você encerrar',
  lastRead: 'Última leitura',
  never: 'Ainda não',
  now: 'Agora',
  paused: 'Não pode ler nada até você conectar a conta de novo',
  end: 'Encerrar acesso',
  endOf: (application) => `Encerrar acesso de ${application}`,
  question: (application) => `Encerrar o acesso de ${application}?`,
  consequence: (application) =>
    `${application} não poderá ler mais nada. O que já foi lido pode ser mantido.`,
  keep: 'Manter acesso',
  ended: (application) => `${application} não tem mais acesso.`,
};
