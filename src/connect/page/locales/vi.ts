import type { PageText } from './en.ts';

const numbers = new Intl.NumberFormat('vi');

/** Vietnamese, which has one form for every number. */
export const text: PageText = {
  languageTag: 'vi',
  direction: 'ltr',
  connectTo: (application) => `Kết nối với ${application}`,
  testBadge: 'Thử nghiệm',
  testBadgeHint: 'Ứng dụng thử nghiệm: không dùng tài khoản thật',
  cancel: 'Hủy',
  exit: {
    title: 'Rời đi mà không kết nối?',
    advice: 'Bạn sẽ phải bắt đầu lại.',
    stay: 'Tiếp tục',
    leave: 'Rời đi',
  },
  back: 'Chọn nhà cung cấp khác',
  tryAgain: 'Thử lại',
  pressAgain: (button) => `Hãy nhấn “${button}” một lần nữa.`,
  close: 'Đóng',
  startAgain: 'Bắt đầu lại',
  reference: 'Mã tham chiếu',
  copy: 'Sao chép',
  copied: 'Đã sao chép',
  unnamedProvider: 'Nhà cung cấp',
  unnamedDomain: 'trang web của họ',
  problems: {
    access_denied: ({ application }) => [
      'Quyền truy cập không được cấp',
      `Không có gì được chia sẻ với ${application}.`,
    ],
    account_locked: ({ provider, domain }) => [
      `${provider} đã khóa tài khoản này`,
      `Hãy mở khóa tại ${domain} rồi thử lại ở đây.`,
    ],
    connection_lost: () => ['Mất kết nối', 'Hãy kiểm tra kết nối mạng rồi thử lại.'],
    different_account: ({ provider }) => [
      'Đây là một tài khoản khác',
      `Không có gì thay đổi. Hãy đăng nhập vào ${provider} bằng tài khoản bạn đã kết nối.`,
    ],
    host_gone: ({ application }) => [
      `${application} không phản hồi`,
      `Có thể trang đã được tải lại hoặc đã đóng. Không có gì được chia sẻ. Hãy quay lại ${application} và kết nối lại từ đó.`,
    ],
    invalid_answer: ({ provider }) => [
      `${provider} không chấp nhận câu trả lời đó`,
      'Hãy kiểm tra rồi thử lại.',
    ],
    invalid_credentials: ({ provider }) => [
      `${provider} không chấp nhận thông tin đăng nhập này`,
      'Hãy kiểm tra thông tin đã nhập rồi thử lại.',
    ],
    invalid_one_time_code: () => [
      'Hãy kiểm tra mã',
      'Mã này không đúng hoặc đã hết hạn. Hãy nhập mã mới nhất bạn nhận được.',
    ],
    invalid_options: () => [
      'Trang này thiết lập chưa đúng',
      'Hãy liên hệ bộ phận hỗ trợ trang web kèm mã tham chiếu này.',
    ],
    invalid_request: () => [
      'Trang này đã gặp lỗi',
      'Không có gì được chia sẻ. Vui lòng bắt đầu lại.',
    ],
    invalid_step: () => [
      'Trang này không còn hiệu lực',
      'Có thể trang đã được mở hai lần. Vui lòng bắt đầu lại.',
    ],
    no_host: () => [
      'Hãy mở trang này từ một ứng dụng',
      'Trang chỉ hoạt động khi được một ứng dụng mở. Hãy quay lại ứng dụng và kết nối từ đó.',
    ],
    not_approved: () => [
      'Lần đăng nhập này chưa được phê duyệt',
      'Nếu đó là nhầm lẫn, hãy thử lại.',
    ],
    not_received: ({ application }) => [
      `${application} chưa xác nhận kết nối`,
      `Hãy quay lại ${application}. Nếu ở đó không báo tài khoản đã được kết nối, hãy kết nối lại từ đó.`,
    ],
    offline: () => ['Bạn đang ngoại tuyến', 'Chúng tôi sẽ tự động thử lại khi có mạng.'],
    origin_not_allowed: ({ application }) => [
      'Trang web này không được kết nối tài khoản',
      `Trang chưa được đăng ký cho ${application}. Hãy liên hệ bộ phận hỗ trợ trang web kèm mã tham chiếu này.`,
    ],
    protocol_error: ({ application }) => [
      `Trang này không thể giao tiếp với ${application}`,
      'Hãy liên hệ bộ phận hỗ trợ của ứng dụng.',
    ],
    provider_unavailable: ({ provider }) => [
      `${provider} hiện không dùng được`,
      'Tài khoản của bạn không có vấn đề gì. Vui lòng thử lại sau.',
    ],
    rate_limited: () => ['Quá nhiều lần thử', 'Hãy đợi một phút rồi thử lại.'],
    server_error: () => [
      'Đã xảy ra lỗi từ phía chúng tôi',
      'Không có gì được chia sẻ. Vui lòng thử lại sau vài phút.',
    ],
    session_expired: () => [
      'Phiên của bạn đã hết hạn',
      'Không có gì được chia sẻ. Vui lòng bắt đầu lại.',
    ],
    session_ended: ({ application }) => [
      'Liên kết này không còn dùng được',
      `Liên kết đã hết hạn, đã được sử dụng hoặc đã bị hủy. Hãy quay lại ${application} và bắt đầu từ đó.`,
    ],
    submission_limit_reached: ({ application }) => [
      'Đã hết lượt đăng nhập thử',
      `Nhà phát triển của ${application} có thể tăng giới hạn.`,
    ],
    timeout: () => ['Mất quá nhiều thời gian', 'Hãy kiểm tra kết nối mạng rồi thử lại.'],
    unknown_client: () => [
      'Ứng dụng này chưa được đăng ký',
      'Hãy liên hệ bộ phận hỗ trợ của ứng dụng kèm mã tham chiếu này.',
    ],
    wrong_number: ({ application }) => [
      'Số này không đúng',
      `Nhập số mà ${application} đang hiển thị.`,
    ],
  },
  waiting: {
    start: 'Đang chuẩn bị…',
    join: 'Đang tiếp tục…',
    select: 'Đang mở trang đăng nhập…',
    back: 'Đang quay lại…',
    login: 'Đang đăng nhập…',
    mfa: 'Đang kiểm tra mã…',
    resend: 'Đang gửi…',
    push: 'Đang chờ bạn phê duyệt…',
    allow: 'Đang kết nối…',
    deny: 'Đang hủy…',
    stillWorking: (provider) => `Vẫn đang xử lý. ${provider} phản hồi chậm hơn bình thường.`,
  },
  question: {
    title: (application) => `Bạn vừa nhấn Kết nối trong ${application} phải không?`,
    leadBefore: 'Chỉ tiếp tục nếu chính bạn vừa nhấn nút đó, tại ',
    leadAfter: '.',
    number: 'Số',
    numberHint: (application) =>
      `${application} hiển thị 4 chữ số. Nếu không có số nào, hãy đóng cửa sổ này và kết nối lại.`,
    numberMissing: 'Nhập số.',
    confirm: 'Đúng, tiếp tục',
    refuse: 'Không, không phải tôi',
  },
  link: {
    title: (application) => `Kết nối tài khoản thuế của bạn với ${application}`,
    titleAgain: (application) => `Kết nối lại tài khoản của bạn với ${application}`,
    decide: 'Sau đó bạn xem những gì sẽ được chia sẻ, rồi cho phép hoặc từ chối.',
    caution: (application) =>
      `Chỉ bắt đầu nếu bạn đang chờ liên kết này từ ${application}. Nếu không, hãy đóng trang này, và không có gì được chia sẻ.`,
    begin: 'Bắt đầu',
    done: 'Bạn không cần làm gì thêm ở đây. Bạn có thể đóng trang này.',
    over: {
      connected: () => [
        'Tài khoản đã được kết nối',
        'Liên kết này đã hoàn thành nhiệm vụ. Bạn có thể đóng trang này.',
      ],
      denied: (application) => [
        'Không có gì được chia sẻ',
        `Bạn đã từ chối quyền truy cập bằng liên kết này. Nếu đổi ý, hãy xin ${application} một liên kết mới.`,
      ],
      canceled: (application) => [
        'Liên kết này đã bị hủy',
        `Không có gì được chia sẻ. Nếu vẫn muốn kết nối tài khoản, hãy xin ${application} một liên kết mới.`,
      ],
      expired: (application) => [
        'Liên kết này đã hết hạn',
        `Không có gì được chia sẻ. Hãy xin ${application} một liên kết mới.`,
      ],
      incomplete: () => [
        'Hãy mở lại liên kết',
        'Trang này không còn giữ liên kết. Hãy mở từ tin nhắn mà bạn đã nhận.',
      ],
      left: () => [
        'Không có gì được chia sẻ',
        'Liên kết vẫn dùng được. Hãy bắt đầu lại ngay, hoặc mở sau.',
      ],
    },
  },
  select: {
    title: 'Chọn nhà cung cấp dịch vụ thuế',
    promise: (application) =>
      `Bạn đăng nhập với nhà cung cấp của mình. ${application} không bao giờ thấy mật khẩu của bạn.`,
  },
  login: {
    title: (provider) => `Đăng nhập vào ${provider}`,
    promiseBefore: 'Bạn đang đăng nhập vào ',
    promiseAfter: (application) => `. ${application} không bao giờ thấy mật khẩu của bạn.`,
    username: 'Tên đăng nhập',
    password: 'Mật khẩu',
    show: 'Hiện',
    hide: 'Ẩn',
    submit: 'Đăng nhập',
    usernameMissing: 'Hãy nhập tên đăng nhập.',
    passwordMissing: 'Hãy nhập mật khẩu.',
  },
  again: {
    title: (provider) => `Đăng nhập lại vào ${provider}`,
    labelBefore: 'Bạn đã kết nối tài khoản này với tên ',
    labelAfter: '.',
    submit: 'Đăng nhập lại',
  },
  test: {
    title: 'Đăng nhập thử nghiệm',
    code: 'Mã thử nghiệm',
    hintBefore: 'Dùng ',
    hintBetween: ' với mật khẩu ',
    hintAfter: '.',
    submissions: (left, limit) =>
      `Còn ${numbers.format(left)} trong ${numbers.format(limit)} lượt đăng nhập thử.`,
  },
  mfa: {
    title: 'Nhập mã của bạn',
    lead: (provider) => `${provider} đã gửi cho bạn mã dùng một lần.`,
    sentBefore: (provider) => `${provider} đã gửi mã dùng một lần đến `,
    sentAfter: '.',
    code: 'Mã dùng một lần',
    submit: 'Tiếp tục',
    codeMissing: 'Hãy nhập mã.',
    digits: (length) =>
      `${numbers.format(length)} chữ số. Chúng tôi sẽ tiếp tục ngay khi bạn nhập xong.`,
    missing: 'Chưa nhận được mã?',
    missingAdvice: 'Có thể mất vài phút. Hãy xem cả thư mục thư rác.',
    missingStill: (provider) => `Vẫn chưa có? Hãy đăng nhập lại hoặc liên hệ với ${provider}.`,
  },
  challenge: {
    resend: 'Gửi lại',
    resendIn: (seconds) => `sau ${numbers.format(seconds)} giây`,
    resent: 'Đã gửi lại.',
    choiceTitle: 'Chọn cách tiếp tục',
    choiceMissing: 'Hãy chọn một mục.',
    questionTitle: 'Thêm một câu hỏi',
    answer: 'Câu trả lời của bạn',
    answerMissing: 'Hãy nhập câu trả lời.',
    fieldMissing: 'Hãy điền vào ô này.',
    pushTitle: 'Phê duyệt đăng nhập',
    pushLead: (provider) =>
      `${provider} đã yêu cầu bạn phê duyệt lần đăng nhập này, chẳng hạn trong ứng dụng của họ.`,
    pushWaiting: 'Đang chờ bạn phê duyệt…',
    pushCancel: 'Hủy đăng nhập',
  },
  redirect: {
    lead: (provider) => `${provider} sẽ mở trang riêng rồi đưa bạn trở lại đây.`,
    submit: (provider) => `Tiếp tục đến ${provider}`,
  },
  consent: {
    title: (application, provider) => `Chia sẻ thông tin ${provider} của bạn với ${application}?`,
    account: 'Tài khoản',
    whatTitle: 'Nội dung',
    what: {
      returns: 'Tờ khai thuế của bạn',
      forms: 'Biểu mẫu thuế như W-2 và 1099',
      transcripts: 'Bản ghi thuế của IRS',
      documents: 'Giấy tờ thuế khác',
      identity: 'Tên, địa chỉ và tình trạng khai thuế của bạn',
    },
    sharedWith: 'Với',
    whatFor: 'Mục đích',
    privacy: 'Quyền riêng tư',
    howLongTitle: 'Thời hạn',
    howLong: 'Cho đến khi bạn chấm dứt. Không có ngày hết hạn.',
    howLongDays: (days) => `${days}, trừ khi bạn chấm dứt sớm hơn.`,
    details: 'Chi tiết',
    verifiedOrigin: 'Địa chỉ đã xác minh',
    redirectHost: 'Đưa bạn trở lại',
    notShared: 'Mật khẩu của bạn không được chia sẻ.',
    revokeTitle: 'Chấm dứt',
    revokeBefore: (application) => `Qua ${application} hoặc tại `,
    revokeAfter: '.',
    allow: 'Cho phép',
    deny: 'Từ chối',
  },
  success: {
    title: 'Tài khoản đã được kết nối',
    body: (application) => `${application} giờ có thể đọc những gì bạn đã chia sẻ.`,
    popup: 'Cửa sổ này sẽ tự đóng.',
  },
  denied: {
    title: 'Không có gì được chia sẻ',
    body: (application) => `${application} không có quyền truy cập. Bạn có thể đóng cửa sổ này.`,
  },
};
