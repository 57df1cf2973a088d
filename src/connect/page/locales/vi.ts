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
  close: 'Đóng',
  startAgain: 'Bắt đầu lại',
  failedTitle: 'Không thực hiện được',
  unnamedProvider: 'Nhà cung cấp',
  unnamedDomain: 'trang web của họ',
  offlineTitle: 'Bạn đang ngoại tuyến',
  problems: {
    access_denied: ({ application }) =>
      `Quyền truy cập không được cấp, nên ${application} không nhận được gì.`,
    account_locked: ({ provider, domain }) =>
      `${provider} đã khóa tài khoản này. Hãy mở khóa tại ${domain} rồi thử lại ở đây.`,
    connection_lost: () => 'Kết nối bị gián đoạn. Hãy kiểm tra rồi thử lại.',
    host_gone: ({ application }) =>
      `${application} không còn phản hồi. Có thể trang đã được tải lại hoặc đã đóng. Không có gì được chia sẻ. Hãy quay lại ${application} và kết nối lại từ đó.`,
    invalid_credentials: ({ provider }) =>
      `${provider} không chấp nhận tên đăng nhập và mật khẩu này. Hãy kiểm tra cả hai rồi thử lại.`,
    invalid_one_time_code: () =>
      'Mã này không đúng hoặc không còn hiệu lực. Hãy nhập mã mới nhất bạn nhận được.',
    invalid_request: () => 'Trang này đã gặp lỗi. Hãy bắt đầu lại.',
    invalid_step: () =>
      'Trang này không còn đúng bước, có thể vì được mở hai lần. Hãy bắt đầu lại.',
    no_host: () =>
      'Trang này chỉ hoạt động khi được một ứng dụng mở. Hãy quay lại ứng dụng và kết nối từ đó.',
    not_received: ({ application }) =>
      `${application} chưa xác nhận kết nối. Hãy quay lại ${application}. Nếu ở đó không báo là đã kết nối, hãy kết nối lại.`,
    offline: () => 'Bạn đang ngoại tuyến. Chúng tôi sẽ tự thử lại ngay khi có kết nối.',
    origin_not_allowed: ({ application }) =>
      `Trang web này chưa được đăng ký để kết nối tài khoản cho ${application}.`,
    protocol_error: ({ application }) =>
      `${application} và trang này không hiểu nhau. Hãy báo cho ${application} biết.`,
    provider_unavailable: ({ provider }) =>
      `${provider} hiện không phản hồi. Tài khoản của bạn không có vấn đề gì.`,
    rate_limited: () => 'Quá nhiều lần thử. Hãy đợi một phút rồi thử lại.',
    server_error: () => 'Đã có lỗi từ phía chúng tôi. Không có gì được chia sẻ.',
    session_expired: () => 'Đã quá thời gian chúng tôi giữ phiên làm việc. Hãy bắt đầu lại.',
    submission_limit_reached: ({ application }) =>
      `Ứng dụng thử nghiệm ${application} đã dùng hết số lượt gửi.`,
    timeout: () => 'Không nhận được phản hồi kịp thời. Hãy thử lại.',
    unknown_client: () => 'Ứng dụng đã đưa bạn đến đây chưa được đăng ký.',
  },
  waiting: {
    start: 'Đang chuẩn bị…',
    select: 'Đang mở trang đăng nhập…',
    back: 'Đang quay lại…',
    login: 'Đang đăng nhập…',
    mfa: 'Đang kiểm tra mã…',
    allow: 'Đang kết nối…',
    deny: 'Đang hủy…',
    stillWorking: (provider) => `Vẫn đang xử lý. ${provider} phản hồi hơi chậm.`,
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
    usernameWrong: 'Hãy kiểm tra tên đăng nhập.',
    passwordWrong: 'Hãy nhập lại mật khẩu.',
  },
  test: {
    title: 'Đăng nhập thử nghiệm',
    hintBefore: 'Dùng ',
    hintBetween: ' với mật khẩu ',
    hintAfter: '.',
    submissions: (left, limit) =>
      `Còn ${numbers.format(left)} trong ${numbers.format(limit)} lượt gửi.`,
  },
  mfa: {
    title: 'Nhập mã của bạn',
    lead: (provider) => `${provider} đã gửi cho bạn mã dùng một lần.`,
    code: 'Mã dùng một lần',
    submit: 'Tiếp tục',
    codeMissing: 'Hãy nhập mã.',
  },
  consent: {
    title: (application, provider) => `Chia sẻ thông tin ${provider} của bạn với ${application}?`,
    account: 'Tài khoản',
    sharedWith: 'Chia sẻ với',
    verifiedOrigin: 'Địa chỉ đã xác minh',
    redirectHost: 'Đưa bạn trở lại',
    whatTitle: 'Những gì được chia sẻ',
    what: [
      'Tờ khai thuế của bạn và các biểu mẫu trong đó',
      'Tên, địa chỉ và tình trạng khai thuế của bạn như ghi trong đó',
    ],
    notShared: 'Mật khẩu của bạn không được chia sẻ.',
    howLongTitle: 'Trong bao lâu',
    howLong: 'Cho đến khi bạn chấm dứt. Không có ngày hết hạn.',
    revokeTitle: 'Cách chấm dứt',
    revokeBefore: (application) => `Yêu cầu ${application} ngắt kết nối, hoặc gỡ bỏ tại `,
    revokeAfter: ' trong mục ứng dụng đã kết nối.',
    allow: 'Cho phép',
    deny: 'Từ chối',
  },
  success: {
    title: 'Bạn đã kết nối',
    body: (application) => `${application} đang hoàn tất kết nối.`,
    popup: 'Cửa sổ này sẽ tự đóng.',
  },
  denied: {
    title: 'Không có gì được chia sẻ',
    body: (application) => `${application} không có quyền truy cập. Bạn có thể đóng cửa sổ này.`,
  },
};
