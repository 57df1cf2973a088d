import type { PageText } from '../en.ts';

/** Simplified Chinese. */
export const problems: PageText['problems'] = {
  access_denied: ({ application }) => ['访问未获允许', `未与 ${application} 共享任何信息。`],
  account_locked: ({ provider, domain }) => [
    `${provider} 已锁定此账户`,
    `请先在 ${domain} 解锁，然后回到这里重试。`,
  ],
  connection_lost: () => ['网络连接已中断', '请检查网络后重试。'],
  different_account: ({ provider }) => [
    '这是另一个账户',
    `未作任何更改。请使用您之前连接的账户登录 ${provider}。`,
  ],
  host_gone: ({ application }) => [
    `${application} 没有响应`,
    `其页面可能已刷新或关闭。未共享任何信息。请返回 ${application}，从那里重新连接。`,
  ],
  invalid_answer: ({ provider }) => [`${provider} 未接受该回答`, '请检查后重试。'],
  invalid_credentials: ({ provider }) => [
    `${provider} 未接受此次登录`,
    '请检查您输入的信息，然后重试。',
  ],
  invalid_one_time_code: () => ['请检查验证码', '验证码不正确或已失效。请输入最近收到的验证码。'],
  invalid_options: ({ application }) => [
    '此页面设置有误',
    `请联系 ${application} 的客服，并提供此参考编号。`,
  ],
  invalid_request: () => ['此页面出现问题', '未共享任何信息。请重新开始。'],
  invalid_step: () => ['页面已失效', '可能在两个窗口中同时打开。请重新开始。'],
  no_host: () => ['请从应用中打开此页面', '此页面只能由应用打开。请返回应用，从那里开始连接。'],
  not_approved: () => ['登录未获批准', '如果是误操作，请重试。'],
  not_received: ({ application }) => [
    `${application} 未确认连接`,
    `请返回 ${application}。如果那里没有显示账户已连接，请重新连接。`,
  ],
  offline: () => ['您已离线', '恢复联网后会自动重试。'],
  origin_not_allowed: ({ application }) => [
    '此网站不能连接账户',
    `它未注册用于 ${application}。请联系该应用的客服，并提供此参考编号。`,
  ],
  protocol_error: ({ application }) => [
    `此页面无法与 ${application} 通信`,
    `请联系 ${application} 的客服。`,
  ],
  provider_unavailable: ({ provider }) => [
    `${provider} 暂不可用`,
    '问题不在您的账户。请稍后再试。',
  ],
  rate_limited: () => ['尝试次数过多', '请等一分钟再试。'],
  request_blocked: ({ application }) => [
    '防火墙拒绝了此请求',
    `未共享任何信息。相同的内容会再次被拒绝。请联系 ${application} 的客服，并提供此参考编号。`,
  ],
  server_error: () => ['我们的系统出现问题', '未共享任何信息。请过几分钟再试。'],
  session_expired: () => ['会话已过期', '未共享任何信息。请重新开始。'],
  session_ended: ({ application }) => [
    '此链接已失效',
    `它已过期、已使用或已被取消。请返回 ${application}，从那里重新开始。`,
  ],
  storage_blocked: ({ provider }) => [
    '浏览器阻止了存储',
    `没有存储权限，您就无法从 ${provider} 返回此处。请允许此页面使用 Cookie 和网站数据，然后重试。`,
  ],
  submission_limit_reached: ({ application }) => [
    '测试登录次数已用完',
    `${application} 的开发者可以提高上限。`,
  ],
  timeout: () => ['等待时间过长', '请检查网络后重试。'],
  too_many_attempts: () => ['尝试次数过多', '请等一分钟再试。'],
  unknown_client: () => ['此应用未注册', '请联系该应用的客服，并提供此参考编号。'],
  wrong_number: ({ application }) => ['数字不一致', `请输入 ${application} 现在显示的数字。`],
};

/** Simplified Chinese. */
export const linkEnds: PageText['link']['over'] = {
  connected: () => ['您的账户已连接', '此链接已使用完毕。您可以关闭此页面。'],
  denied: (application) => [
    '未共享任何信息',
    `您已通过此链接拒绝访问。如果改变主意，请向 ${application} 索取新链接。`,
  ],
  canceled: (application) => [
    '此链接已被撤回',
    `未共享任何信息。如果您仍想连接账户，请向 ${application} 索取新链接。`,
  ],
  expired: (application) => ['此链接已过期', `未共享任何信息。请向 ${application} 索取新链接。`],
  incomplete: () => ['请重新打开链接', '此页面已不再保存该链接。请从您收到的消息中打开。'],
  left: () => ['未共享任何信息', '链接仍然有效。您可以现在重新开始，或稍后再打开。'],
};
