import type { PageText } from '../en.ts';

/** Vietnamese. */
export const problems: PageText['problems'] = {
  access_denied: ({ application }) => [
    'Quyền truy cập không được cấp',
    `Chưa có thông tin nào được chia sẻ với ${application}.`,
  ],
  account_locked: ({ provider, domain }) => [
    `${provider} đã khóa tài khoản này`,
    `Hãy mở khóa tại ${domain} rồi thử lại ở đây.`,
  ],
  connection_lost: () => ['Mất kết nối mạng', 'Hãy kiểm tra kết nối mạng rồi thử lại.'],
  different_account: ({ provider }) => [
    'Đây là một tài khoản khác',
    `Không có gì thay đổi. Hãy đăng nhập vào ${provider} bằng tài khoản bạn đã kết nối.`,
  ],
  host_gone: ({ application }) => [
    `${application} không phản hồi`,
    `Có thể trang đã được tải lại hoặc đã đóng. Chưa có thông tin nào được chia sẻ. Hãy quay lại ${application} và kết nối lại từ đó.`,
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
  invalid_options: ({ application }) => [
    'Trang này thiết lập chưa đúng',
    `Hãy liên hệ bộ phận hỗ trợ của ${application} kèm mã tham chiếu này.`,
  ],
  invalid_request: () => [
    'Trang này đã gặp lỗi',
    'Chưa có thông tin nào được chia sẻ. Vui lòng bắt đầu lại.',
  ],
  invalid_step: () => [
    'Trang này không còn hiệu lực',
    'Có thể trang đang mở trong hai cửa sổ. Vui lòng bắt đầu lại.',
  ],
  no_host: () => [
    'Hãy mở trang này từ một ứng dụng',
    'Trang chỉ hoạt động khi được một ứng dụng mở. Hãy quay lại ứng dụng và kết nối từ đó.',
  ],
  not_approved: () => [
    'Lần đăng nhập này không được phê duyệt',
    'Nếu đó là nhầm lẫn, hãy thử lại.',
  ],
  not_received: ({ application }) => [
    `${application} chưa xác nhận kết nối`,
    `Hãy quay lại ${application}. Nếu ở đó không báo tài khoản đã được kết nối, hãy kết nối lại từ đó.`,
  ],
  offline: () => ['Bạn đang ngoại tuyến', 'Chúng tôi sẽ tự động thử lại khi có mạng.'],
  origin_not_allowed: ({ application }) => [
    'Trang web này không được phép kết nối tài khoản',
    `Trang chưa được đăng ký cho ${application}. Hãy liên hệ bộ phận hỗ trợ của ứng dụng kèm mã tham chiếu này.`,
  ],
  protocol_error: ({ application }) => [
    `Trang này không thể giao tiếp với ${application}`,
    `Hãy liên hệ bộ phận hỗ trợ của ${application}.`,
  ],
  provider_unavailable: ({ provider }) => [
    `${provider} hiện không dùng được`,
    'Sự cố không phải do tài khoản của bạn. Vui lòng thử lại sau.',
  ],
  rate_limited: () => ['Quá nhiều lần thử', 'Hãy đợi một phút rồi thử lại.'],
  request_blocked: ({ application }) => [
    'Tường lửa đã từ chối yêu cầu này',
    `Chưa có thông tin nào được chia sẻ. Nội dung này sẽ lại bị từ chối. Hãy liên hệ bộ phận hỗ trợ của ${application} kèm mã tham chiếu này.`,
  ],
  server_error: () => [
    'Đã xảy ra lỗi từ phía chúng tôi',
    'Chưa có thông tin nào được chia sẻ. Vui lòng thử lại sau vài phút.',
  ],
  session_expired: () => [
    'Phiên của bạn đã hết hạn',
    'Chưa có thông tin nào được chia sẻ. Vui lòng bắt đầu lại.',
  ],
  session_ended: ({ application }) => [
    'Liên kết này không còn dùng được',
    `Liên kết đã hết hạn, đã được sử dụng hoặc đã bị hủy. Hãy quay lại ${application} và bắt đầu từ đó.`,
  ],
  storage_blocked: ({ provider }) => [
    'Trình duyệt của bạn chặn lưu trữ',
    `Nếu không có lưu trữ, bạn không thể quay lại đây từ ${provider}. Hãy cho phép trang này dùng cookie và dữ liệu trang web rồi thử lại.`,
  ],
  submission_limit_reached: ({ application }) => [
    'Đã hết lượt đăng nhập thử',
    `Nhà phát triển của ${application} có thể tăng giới hạn.`,
  ],
  timeout: () => ['Mất quá nhiều thời gian', 'Hãy kiểm tra kết nối mạng rồi thử lại.'],
  too_many_attempts: () => ['Quá nhiều lần thử', 'Hãy đợi một phút rồi thử lại.'],
  unknown_client: () => [
    'Ứng dụng này chưa được đăng ký',
    'Hãy liên hệ bộ phận hỗ trợ của ứng dụng kèm mã tham chiếu này.',
  ],
  wrong_number: ({ application }) => [
    'Số này không khớp',
    `Nhập số mà ${application} đang hiển thị.`,
  ],
};

/** Vietnamese. */
export const linkEnds: PageText['link']['over'] = {
  connected: () => [
    'Tài khoản đã được kết nối',
    'Liên kết này đã được dùng xong. Bạn có thể đóng trang này.',
  ],
  denied: (application) => [
    'Chưa có thông tin nào được chia sẻ',
    `Bạn đã từ chối quyền truy cập bằng liên kết này. Nếu đổi ý, hãy xin ${application} một liên kết mới.`,
  ],
  canceled: (application) => [
    'Liên kết này đã bị hủy',
    `Chưa có thông tin nào được chia sẻ. Nếu vẫn muốn kết nối tài khoản, hãy xin ${application} một liên kết mới.`,
  ],
  expired: (application) => [
    'Liên kết này đã hết hạn',
    `Chưa có thông tin nào được chia sẻ. Hãy xin ${application} một liên kết mới.`,
  ],
  incomplete: () => [
    'Hãy mở lại liên kết',
    'Trang này không còn giữ liên kết. Hãy mở từ tin nhắn mà bạn đã nhận.',
  ],
  left: () => [
    'Chưa có thông tin nào được chia sẻ',
    'Liên kết vẫn dùng được. Hãy bắt đầu lại ngay, hoặc mở sau.',
  ],
};
