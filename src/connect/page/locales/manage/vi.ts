import type { ManageText } from './en.ts';

/** Vietnamese, which has one form for every number. */
export const manage: ManageText = {
  title: 'Ứng dụng có quyền truy cập',
  lead: 'Đăng nhập qua nhà cung cấp của bạn để xem ứng dụng nào có thể đọc thông tin của bạn và để thu hồi quyền truy cập của chúng.',
  promiseAfter: '. Không ứng dụng nào thấy mật khẩu của bạn.',
  listTitle: 'Các ứng dụng này có quyền truy cập',
  none: 'Không ứng dụng nào có quyền truy cập',
  noneAdvice: 'Nếu bạn đã kết nối một tài khoản khác, hãy đăng nhập bằng tài khoản đó.',
  nothing: 'Không có gì để quản lý ở đây',
  nothingAdvice: 'Để thu hồi quyền truy cập, hãy vào ứng dụng đang có quyền đó.',
  search: 'Tìm ứng dụng',
  noMatch: 'Không có ứng dụng nào có tên này.',
  since: 'Từ',
  until: 'Kết thúc',
  untilEnded: 'Khi bạn thu hồi quyền',
  lastRead: 'Lần đọc gần nhất',
  never: 'Chưa đọc',
  now: 'Hiện tại',
  paused: 'Không đọc được gì cho đến khi bạn kết nối lại tài khoản',
  end: 'Thu hồi quyền truy cập',
  endOf: (application) => `Thu hồi quyền truy cập của ${application}`,
  question: (application) => `Thu hồi quyền truy cập của ${application}?`,
  consequence: (application) =>
    `Sau đó ${application} không thể đọc thêm gì nữa, nhưng có thể vẫn giữ những gì đã đọc.`,
  keep: 'Giữ quyền truy cập',
  ended: (application) => `${application} không còn quyền truy cập.`,
};
