import type { PageText } from '../en.ts';

/** Korean. */
export const problems: PageText['problems'] = {
  access_denied: ({ application }) => [
    '접근이 허용되지 않았습니다',
    `${application}에 공유된 정보는 없습니다.`,
  ],
  account_locked: ({ provider, domain }) => [
    `${provider}에서 이 계정을 잠갔습니다`,
    `${domain}에서 잠금을 해제한 후 여기서 다시 시도해 주세요.`,
  ],
  connection_lost: () => [
    '인터넷 연결이 끊겼습니다',
    '인터넷 연결을 확인한 후 다시 시도해 주세요.',
  ],
  different_account: ({ provider }) => [
    '다른 계정입니다',
    `변경된 것은 없습니다. 이전에 연결한 계정으로 ${provider}에 로그인해 주세요.`,
  ],
  host_gone: ({ application }) => [
    `${application}에서 응답이 없습니다`,
    `페이지가 새로고침되었거나 닫혔을 수 있습니다. 공유된 정보는 없습니다. ${application} 페이지로 돌아가 다시 연결해 주세요.`,
  ],
  invalid_answer: ({ provider }) => [
    `${provider}에서 이 답변을 받아들이지 않았습니다`,
    '확인한 후 다시 시도해 주세요.',
  ],
  invalid_credentials: ({ provider }) => [
    `${provider} 로그인에 실패했습니다`,
    '입력한 내용을 확인한 후 다시 시도해 주세요.',
  ],
  invalid_one_time_code: () => [
    '코드를 확인해 주세요',
    '코드가 올바르지 않거나 만료되었습니다. 가장 최근에 받은 코드를 입력해 주세요.',
  ],
  invalid_options: ({ application }) => [
    '이 페이지의 설정이 잘못되었습니다',
    `${application} 고객 지원에 이 참조 번호를 알려 주세요.`,
  ],
  invalid_request: () => [
    '이 페이지에 문제가 생겼습니다',
    '공유된 정보는 없습니다. 다시 시작해 주세요.',
  ],
  invalid_step: () => [
    '이 페이지는 더 이상 유효하지 않습니다',
    '두 창에서 열려 있었을 수 있습니다. 다시 시작해 주세요.',
  ],
  no_host: () => [
    '애플리케이션에서 이 페이지를 열어 주세요',
    '이 페이지는 애플리케이션에서 열 때만 작동합니다. 애플리케이션으로 돌아가 연결해 주세요.',
  ],
  not_approved: () => ['로그인이 승인되지 않았습니다', '실수였다면 다시 시도해 주세요.'],
  not_received: ({ application }) => [
    `${application}에서 연결 완료 응답을 받지 못했습니다`,
    `${application} 페이지로 돌아가 계정이 연결된 것으로 표시되지 않으면 다시 연결해 주세요.`,
  ],
  offline: () => ['오프라인 상태입니다', '온라인이 되면 자동으로 다시 시도합니다.'],
  origin_not_allowed: ({ application }) => [
    '이 사이트는 계정을 연결할 수 없습니다',
    `${application}용으로 등록되어 있지 않습니다. 애플리케이션 고객 지원에 이 참조 번호를 알려 주세요.`,
  ],
  protocol_error: ({ application }) => [
    `이 페이지와 ${application} 사이에 통신 문제가 있습니다`,
    `${application} 고객 지원에 문의해 주세요.`,
  ],
  provider_unavailable: ({ provider }) => [
    `현재 ${provider} 서비스를 이용할 수 없습니다`,
    '계정 문제가 아닙니다. 나중에 다시 시도해 주세요.',
  ],
  rate_limited: () => ['시도가 너무 많습니다', '1분 후 다시 시도해 주세요.'],
  request_blocked: ({ application }) => [
    '방화벽이 이 요청을 거부했습니다',
    `공유된 정보는 없습니다. 같은 내용은 다시 거부됩니다. ${application} 고객 지원에 이 참조 번호를 알려 주세요.`,
  ],
  server_error: () => [
    '저희 쪽에 문제가 생겼습니다',
    '공유된 정보는 없습니다. 몇 분 후 다시 시도해 주세요.',
  ],
  session_expired: () => ['세션이 만료되었습니다', '공유된 정보는 없습니다. 다시 시작해 주세요.'],
  session_ended: ({ application }) => [
    '이 링크는 더 이상 사용할 수 없습니다',
    `만료되었거나 이미 사용되었거나 취소된 링크입니다. ${application} 페이지로 돌아가 다시 시작해 주세요.`,
  ],
  storage_blocked: ({ provider }) => [
    '브라우저가 저장소를 차단하고 있습니다',
    `저장소가 없으면 ${provider}에서 이 페이지로 돌아올 수 없습니다. 이 페이지의 쿠키와 사이트 데이터를 허용한 후 다시 시도해 주세요.`,
  ],
  submission_limit_reached: ({ application }) => [
    '테스트 로그인을 모두 사용했습니다',
    `${application} 개발자가 한도를 늘릴 수 있습니다.`,
  ],
  timeout: () => ['시간이 너무 오래 걸립니다', '인터넷 연결을 확인한 후 다시 시도해 주세요.'],
  too_many_attempts: () => ['시도가 너무 많습니다', '1분 후 다시 시도해 주세요.'],
  unknown_client: () => [
    '등록되지 않은 애플리케이션입니다',
    '애플리케이션 고객 지원에 이 참조 번호를 알려 주세요.',
  ],
  wrong_number: ({ application }) => [
    '숫자가 일치하지 않습니다',
    `지금 ${application}에 표시된 숫자를 입력해 주세요.`,
  ],
};

/** Korean. */
export const linkEnds: PageText['link']['over'] = {
  connected: () => [
    '계정이 연결되었습니다',
    '이 링크는 이미 사용되었습니다. 이 페이지를 닫아도 됩니다.',
  ],
  denied: (application) => [
    '공유된 정보가 없습니다',
    `이 링크로 접근을 거부하셨습니다. 마음이 바뀌면 ${application}에 새 링크를 요청해 주세요.`,
  ],
  canceled: (application) => [
    '이 링크는 취소되었습니다',
    `공유된 정보가 없습니다. 계정을 연결하려면 ${application}에 새 링크를 요청해 주세요.`,
  ],
  expired: (application) => [
    '이 링크는 만료되었습니다',
    `공유된 정보가 없습니다. ${application}에 새 링크를 요청해 주세요.`,
  ],
  incomplete: () => [
    '링크를 다시 열어 주세요',
    '이 페이지에는 링크가 더 이상 없습니다. 받은 메시지에서 열어 주세요.',
  ],
  left: () => [
    '공유된 정보가 없습니다',
    '링크는 계속 사용할 수 있습니다. 지금 다시 시작하거나 나중에 열어 주세요.',
  ],
};
