/**
 * The names of Connect's controls, in every language of the page and the modal. Tests compare this table
 * with the texts.
 */
export const controlNames = {
  begin: [
    'Start',
    'Starten',
    'Empezar',
    'Commencer',
    'Começar',
    '开始',
    'Bắt đầu',
    '시작',
    'Magsimula',
    'بدء',
  ],
  username: [
    'Username',
    'Benutzername',
    'Usuario',
    'Identifiant',
    'Usuário',
    '用户名',
    'Tên đăng nhập',
    '사용자 이름',
    'اسم المستخدم',
  ],
  password: [
    'Password',
    'Passwort',
    'Contraseña',
    'Mot de passe',
    'Senha',
    '密码',
    'Mật khẩu',
    '비밀번호',
    'كلمة المرور',
  ],
  oneTimeCode: [
    'One-time code',
    'Einmalcode',
    'Código de un solo uso',
    'Code à usage unique',
    'Código de uso único',
    '一次性验证码',
    'Mã dùng một lần',
    '일회용 코드',
    'One-time code (OTP)',
    'رمز لمرة واحدة',
  ],
  allow: [
    'Allow',
    'Erlauben',
    'Permitir',
    'Autoriser',
    '允许',
    'Cho phép',
    '허용',
    'Payagan',
    'سماح',
  ],
  deny: [
    'Deny',
    'Ablehnen',
    'Rechazar',
    'Refuser',
    'Recusar',
    '拒绝',
    'Từ chối',
    '거부',
    'Tanggihan',
    'رفض',
  ],
  confirmWindow: [
    'Yes, continue',
    'Ja, weiter',
    'Sí, continuar',
    'Oui, continuer',
    'Sim, continuar',
    '是，继续',
    'Đúng, tiếp tục',
    '예, 계속',
    'Oo, magpatuloy',
    'نعم، متابعة',
  ],
  number: ['Number', 'Zahl', 'Número', 'Numéro', '数字', 'Số', '숫자', 'Numero', 'الرقم'],
  /** The modal's heading while a window asks; `#` is the number. */
  shownNumber: [
    'Enter # in the other window',
    'Geben Sie im anderen Fenster # ein',
    'Ingresa # en la otra ventana',
    'Saisissez # dans l’autre fenêtre',
    'Digite # na outra janela',
    '请在另一窗口中输入 #',
    'Nhập # trong cửa sổ đăng nhập',
    '다른 창에 이 숫자를 입력해 주세요: #',
    'Ilagay ang # sa kabilang window',
    'أدخل # في النافذة الأخرى',
  ],
  close: [
    'Close',
    'Schließen',
    'Cerrar',
    'Fermer',
    'Fechar',
    '关闭',
    'Đóng',
    '닫기',
    'Isara',
    'إغلاق',
  ],
} as const;

/** A control of Connect. */
export type ControlName = keyof typeof controlNames;

/** @returns a pattern for the control's complete name in any language */
export function matchName(control: ControlName): RegExp {
  const names = controlNames[control].map((name) =>
    name.replaceAll(/[()]/g, '\\$&').replace('#', '[0-9]{4}'),
  );
  return new RegExp(`^(?:${names.join('|')})$`);
}
