import type { PageText } from './en.ts';

const numbers = new Intl.NumberFormat('ko');

/** Korean, which has one form for every number. Particles stay away from names that may end in anything. */
export const text: PageText = {
  languageTag: 'ko',
  direction: 'ltr',
  connectTo: (application) => `${application}에 연결`,
  testBadge: '테스트',
  testBadgeHint: '테스트 애플리케이션: 실제 계정은 사용되지 않습니다',
  cancel: '취소',
  exit: {
    title: '연결하지 않고 나갈까요?',
    advice: '처음부터 다시 해야 합니다.',
    stay: '계속하기',
    leave: '나가기',
  },
  back: '다른 업체 선택',
  tryAgain: '다시 시도',
  pressAgain: (button) => `‘${button}’ 버튼을 다시 눌러 주세요.`,
  close: '닫기',
  startAgain: '다시 시작',
  reference: '참조 번호',
  copy: '복사',
  copied: '복사됨',
  unnamedProvider: '해당 업체',
  unnamedDomain: '해당 업체의 사이트',
  problems: {
    access_denied: ({ application }) => [
      '접근이 허용되지 않았습니다',
      `${application}에 공유된 정보는 없습니다.`,
    ],
    account_locked: ({ provider, domain }) => [
      `${provider}에서 이 계정을 잠갔습니다`,
      `${domain}에서 잠금을 해제한 후 여기서 다시 시도해 주세요.`,
    ],
    connection_lost: () => ['연결이 끊겼습니다', '인터넷 연결을 확인한 후 다시 시도해 주세요.'],
    different_account: ({ provider }) => [
      '다른 계정입니다',
      `변경된 것은 없습니다. 이전에 연결한 계정으로 ${provider}에 로그인해 주세요.`,
    ],
    host_gone: ({ application }) => [
      `${application}에서 응답이 없습니다`,
      `페이지가 새로 고쳐졌거나 닫혔을 수 있습니다. 공유된 정보는 없습니다. ${application}(으)로 돌아가 다시 연결해 주세요.`,
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
    invalid_options: () => [
      '이 페이지의 설정이 잘못되었습니다',
      '사이트 고객 지원에 이 참조 번호를 알려 주세요.',
    ],
    invalid_request: () => [
      '이 페이지에 문제가 생겼습니다',
      '공유된 정보는 없습니다. 다시 시작해 주세요.',
    ],
    invalid_step: () => [
      '이 페이지는 더 이상 유효하지 않습니다',
      '두 번 열려 있었을 수 있습니다. 다시 시작해 주세요.',
    ],
    no_host: () => [
      '애플리케이션에서 이 페이지를 열어 주세요',
      '이 페이지는 애플리케이션에서 열 때만 작동합니다. 애플리케이션으로 돌아가 연결해 주세요.',
    ],
    not_approved: () => ['로그인이 승인되지 않았습니다', '실수였다면 다시 시도해 주세요.'],
    not_received: ({ application }) => [
      `${application}에서 연결을 확인하지 않았습니다`,
      `${application}(으)로 돌아가 계정이 연결된 것으로 표시되지 않으면 다시 연결해 주세요.`,
    ],
    offline: () => ['오프라인 상태입니다', '온라인이 되면 자동으로 다시 시도합니다.'],
    origin_not_allowed: ({ application }) => [
      '이 사이트는 계정을 연결할 수 없습니다',
      `${application}용으로 등록되어 있지 않습니다. 사이트 고객 지원에 이 참조 번호를 알려 주세요.`,
    ],
    protocol_error: ({ application }) => [
      `이 페이지가 ${application}에 연결하지 못했습니다`,
      '애플리케이션 고객 지원에 문의해 주세요.',
    ],
    provider_unavailable: ({ provider }) => [
      `현재 ${provider}에 연결할 수 없습니다`,
      '계정에는 문제가 없습니다. 나중에 다시 시도해 주세요.',
    ],
    rate_limited: () => ['시도가 너무 많습니다', '1분 후 다시 시도해 주세요.'],
    server_error: () => [
      '저희 쪽에 문제가 생겼습니다',
      '공유된 정보는 없습니다. 몇 분 후 다시 시도해 주세요.',
    ],
    session_expired: () => ['세션이 만료되었습니다', '공유된 정보는 없습니다. 다시 시작해 주세요.'],
    session_ended: ({ application }) => [
      '이 링크는 더 이상 사용할 수 없습니다',
      `만료되었거나 이미 사용되었거나 취소된 링크입니다. ${application}(으)로 돌아가 다시 시작해 주세요.`,
    ],
    submission_limit_reached: ({ application }) => [
      '테스트 로그인을 모두 사용했습니다',
      `${application} 개발자가 한도를 늘릴 수 있습니다.`,
    ],
    timeout: () => ['시간이 너무 오래 걸립니다', '인터넷 연결을 확인한 후 다시 시도해 주세요.'],
    unknown_client: () => [
      '등록되지 않은 애플리케이션입니다',
      '애플리케이션 고객 지원에 이 참조 번호를 알려 주세요.',
    ],
    wrong_number: ({ application }) => [
      '숫자가 올바르지 않습니다',
      `지금 ${application}에 표시된 숫자를 입력해 주세요.`,
    ],
  },
  waiting: {
    start: '준비 중…',
    join: '계속하는 중…',
    select: '로그인 화면을 여는 중…',
    back: '돌아가는 중…',
    login: '로그인하는 중…',
    mfa: '코드를 확인하는 중…',
    resend: '보내는 중…',
    push: '승인을 기다리는 중…',
    allow: '연결하는 중…',
    deny: '취소하는 중…',
    stillWorking: (provider) =>
      `아직 처리 중입니다. ${provider}의 응답이 평소보다 늦어지고 있습니다.`,
  },
  question: {
    title: (application) => `방금 ${application}에서 연결을 누르셨나요?`,
    leadBefore: '조금 전에 직접 누른 경우에만 계속해 주세요. 주소: ',
    leadAfter: '.',
    number: '숫자',
    numberHint: (application) =>
      `${application}에 네 자리 숫자가 표시됩니다. 숫자가 없으면 이 창을 닫고 다시 연결해 주세요.`,
    numberMissing: '숫자를 입력해 주세요.',
    confirm: '예, 계속',
    refuse: '아니요, 제가 아닙니다',
  },
  link: {
    title: (application) => `세금 계정을 ${application}에 연결하기`,
    titleAgain: (application) => `계정을 ${application}에 다시 연결하기`,
    decide: '그다음 공유될 정보를 확인하고 허용하거나 거부합니다.',
    caution: (application) =>
      `${application}에서 보낸 이 링크를 기다리고 있었던 경우에만 시작해 주세요. 아니라면 이 페이지를 닫아 주세요. 아무 정보도 공유되지 않습니다.`,
    begin: '시작',
    done: '여기서 더 하실 일은 없습니다. 이 페이지를 닫아도 됩니다.',
    over: {
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
    },
  },
  select: {
    title: '세금 신고 업체 선택',
    promise: (application) =>
      `이용 중인 업체의 계정으로 로그인합니다. 비밀번호는 ${application}에 절대 공개되지 않습니다.`,
  },
  login: {
    title: (provider) => `${provider} 로그인`,
    promiseBefore: '',
    promiseAfter: (application) =>
      `에 로그인합니다. 비밀번호는 ${application}에 절대 공개되지 않습니다.`,
    username: '사용자 이름',
    password: '비밀번호',
    show: '표시',
    hide: '숨기기',
    submit: '로그인',
    usernameMissing: '사용자 이름을 입력해 주세요.',
    passwordMissing: '비밀번호를 입력해 주세요.',
  },
  again: {
    title: (provider) => `${provider}에 다시 로그인`,
    labelBefore: '이 계정을 ',
    labelAfter: '(으)로 연결했습니다.',
    submit: '다시 로그인',
  },
  test: {
    title: '테스트 로그인',
    code: '테스트 코드',
    hintBefore: '사용자 이름 ',
    hintBetween: ', 비밀번호 ',
    hintAfter: ' 계정을 사용해 주세요.',
    submissions: (left, limit) =>
      `테스트 로그인 ${numbers.format(limit)}회 중 ${numbers.format(left)}회 남았습니다.`,
  },
  mfa: {
    title: '코드 입력',
    lead: (provider) => `${provider}에서 일회용 코드를 보냈습니다.`,
    sentBefore: (provider) => `${provider}에서 `,
    sentAfter: '(으)로 일회용 코드를 보냈습니다.',
    code: '일회용 코드',
    submit: '계속',
    codeMissing: '코드를 입력해 주세요.',
    digits: (length) => `숫자 ${numbers.format(length)}자리. 모두 입력하면 자동으로 계속됩니다.`,
    missing: '코드를 받지 못하셨나요?',
    missingAdvice: '몇 분 정도 걸릴 수 있습니다. 스팸함도 확인해 주세요.',
    missingStill: (provider) => `그래도 오지 않으면 다시 로그인하거나 ${provider}에 문의해 주세요.`,
  },
  challenge: {
    resend: '다시 보내기',
    resendIn: (seconds) => `${numbers.format(seconds)}초 후`,
    resent: '다시 보냈습니다.',
    choiceTitle: '계속할 방법 선택',
    choiceMissing: '하나를 선택해 주세요.',
    questionTitle: '질문이 하나 더 있습니다',
    answer: '답변',
    answerMissing: '답변을 입력해 주세요.',
    fieldMissing: '이 항목을 입력해 주세요.',
    pushTitle: '로그인 승인',
    pushLead: (provider) =>
      `${provider}에서 이 로그인의 승인을 요청했습니다. 예를 들어 앱에서 승인해 주세요.`,
    pushWaiting: '승인을 기다리는 중…',
    pushCancel: '로그인 취소',
  },
  redirect: {
    lead: (provider) => `${provider}의 자체 페이지가 열리고, 완료되면 여기로 돌아옵니다.`,
    submit: (provider) => `${provider}에서 계속하기`,
  },
  consent: {
    title: (application, provider) => `${provider} 정보를 ${application}에 공유할까요?`,
    account: '계정',
    whatTitle: '정보',
    what: {
      returns: '세금 신고서',
      forms: 'W-2, 1099 등 세금 양식',
      transcripts: 'IRS 세금 기록',
      documents: '기타 세금 서류',
      identity: '이름, 주소, 신고 자격',
    },
    sharedWith: '대상',
    whatFor: '목적',
    privacy: '개인정보',
    howLongTitle: '기간',
    howLong: '직접 종료할 때까지입니다. 만료일은 없습니다.',
    howLongDays: (days) => `${days}입니다. 그 전에 직접 종료할 수도 있습니다.`,
    details: '자세히',
    verifiedOrigin: '확인된 주소',
    redirectHost: '완료 후 이동',
    notShared: '비밀번호는 공유되지 않습니다.',
    revokeTitle: '종료 방법',
    revokeBefore: (application) => `${application} 또는 `,
    revokeAfter: '에서 종료할 수 있습니다.',
    allow: '허용',
    deny: '거부',
  },
  success: {
    title: '계정이 연결되었습니다',
    body: (application) => `이제 ${application}에서 공유된 정보를 볼 수 있습니다.`,
    popup: '이 창은 자동으로 닫힙니다.',
  },
  denied: {
    title: '공유된 정보가 없습니다',
    body: (application) => `${application}에는 접근 권한이 없습니다. 이 창을 닫아도 됩니다.`,
  },
};
