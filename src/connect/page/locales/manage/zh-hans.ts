import type { ManageText } from './en.ts';

/** Simplified Chinese, which has one form for every number. */
export const manage: ManageText = {
  title: '有访问权限的应用',
  lead: '请通过您的服务商登录，查看哪些应用可以读取您的信息，并撤销其访问权限。',
  promiseAfter: '。任何应用都看不到您的密码。',
  listTitle: '以下应用有访问权限',
  none: '没有应用有访问权限',
  noneAdvice: '如果您连接的是其他账户，请用该账户登录。',
  nothing: '此处没有可管理的内容',
  nothingAdvice: '如需撤销访问权限，请前往拥有该权限的应用。',
  search: '搜索应用',
  noMatch: '没有名称匹配的应用。',
  since: '开始日期',
  until: '结束',
  untilEnded: '您撤销权限时',
  lastRead: '上次读取',
  never: '尚未读取',
  now: '当前状态',
  paused: '在您重新连接账户之前无法读取',
  end: '撤销访问权限',
  endOf: (application) => `撤销访问权限：${application}`,
  question: (application) => `要撤销 ${application} 的访问权限吗？`,
  consequence: (application) =>
    `此后 ${application} 将无法再读取任何信息，但可能会保留已读取的信息。`,
  keep: '保留访问权限',
  ended: (application) => `${application} 已无权访问。`,
};
