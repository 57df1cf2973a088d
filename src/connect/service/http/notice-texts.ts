/** A heading, and a sentence that says what to do. */
type NoticeText = readonly [title: string, advice: string];

/** The texts of notices, by the `error` of the refusal, and the label of the reference. */
interface NoticeTexts {
  readonly reference: string;
  /** The start page: its heading, and its link to `/manage`. */
  readonly home: readonly [title: string, link: string];
  readonly not_found: NoticeText;
  readonly invalid_request: NoticeText;
  readonly unknown_client: NoticeText;
  readonly origin_not_allowed: NoticeText;
  /** `#` is replaced by the time to wait. */
  readonly rate_limited: NoticeText;
  readonly server_error: NoticeText;
  readonly session_expired: NoticeText;
  readonly invalid_step: NoticeText;
}

/** A refusal with a separate notice. Other refusals show the notice of `server_error`. */
export type NoticeCode = Exclude<keyof NoticeTexts, 'reference' | 'home'>;

/** The texts by BCP 47 tag, with the languages and the vocabulary of the Connect page. English is the first. */
export const noticeTexts: Readonly<Record<string, NoticeTexts>> = {
  en: {
    reference: 'Reference',
    home: ['See which applications can read your tax information', 'See and end access'],
    not_found: ['There’s no page here', 'Check the address, or go back to the page you came from.'],
    invalid_request: [
      'This link doesn’t work',
      'Go back to the application and connect from there.',
    ],
    unknown_client: [
      'This application isn’t registered',
      'Contact its support and quote this reference.',
    ],
    origin_not_allowed: [
      'This site can’t connect accounts',
      'Contact the site’s support and quote this reference.',
    ],
    rate_limited: ['Too many attempts', 'Wait #, then load this page again.'],
    server_error: [
      'Something went wrong on our side',
      'Nothing was shared. Please try again in a few minutes.',
    ],
    session_expired: ['Your session has expired', 'Nothing was shared. Please start again.'],
    invalid_step: [
      'This page is out of date',
      'It may have been open in two windows. Please start again.',
    ],
  },
  es: {
    reference: 'Referencia',
    home: [
      'Consulta qué aplicaciones pueden leer tu información fiscal',
      'Ver y retirar el acceso',
    ],
    not_found: [
      'Aquí no hay ninguna página',
      'Verifica la dirección o vuelve a la página anterior.',
    ],
    invalid_request: [
      'Este enlace no funciona',
      'Vuelve a la aplicación y conecta tu cuenta desde allí.',
    ],
    unknown_client: [
      'Esta aplicación no está registrada',
      'Comunícate con su soporte e indica esta referencia.',
    ],
    origin_not_allowed: [
      'Este sitio no puede conectar cuentas',
      'Comunícate con el soporte del sitio e indica esta referencia.',
    ],
    rate_limited: ['Demasiados intentos', 'Espera # y vuelve a cargar esta página.'],
    server_error: [
      'Hubo un problema de nuestro lado',
      'No se compartió nada. Inténtalo de nuevo en unos minutos.',
    ],
    session_expired: ['Tu sesión venció', 'No se compartió nada. Empieza de nuevo.'],
    invalid_step: [
      'Esta página ya no es válida',
      'Es posible que estuviera abierta en dos ventanas. Empieza de nuevo.',
    ],
  },
  fr: {
    reference: 'Référence',
    home: [
      'Voyez quelles applications peuvent lire vos informations fiscales',
      'Voir et supprimer les accès',
    ],
    not_found: ['Cette page n’existe pas', 'Vérifiez l’adresse ou revenez à la page précédente.'],
    invalid_request: [
      'Ce lien ne fonctionne pas',
      'Retournez dans l’application et connectez votre compte depuis celle-ci.',
    ],
    unknown_client: [
      'Cette application n’est pas enregistrée',
      'Contactez son assistance en indiquant cette référence.',
    ],
    origin_not_allowed: [
      'Ce site ne peut pas connecter de comptes',
      'Contactez l’assistance du site en indiquant cette référence.',
    ],
    rate_limited: ['Trop de tentatives', 'Attendez #, puis rechargez cette page.'],
    server_error: [
      'Un problème est survenu de notre côté',
      'Rien n’a été partagé. Veuillez réessayer dans quelques minutes.',
    ],
    session_expired: ['Votre session a expiré', 'Rien n’a été partagé. Veuillez recommencer.'],
    invalid_step: [
      'Cette page n’est plus à jour',
      'Elle était peut-être ouverte dans deux fenêtres. Veuillez recommencer.',
    ],
  },
  de: {
    reference: 'Referenz',
    home: [
      'Sehen Sie, welche Anwendungen Ihre Steuerdaten lesen können',
      'Zugriffe ansehen und beenden',
    ],
    not_found: [
      'Diese Seite gibt es nicht',
      'Prüfen Sie die Adresse, oder gehen Sie zur vorherigen Seite zurück.',
    ],
    invalid_request: [
      'Dieser Link funktioniert nicht',
      'Gehen Sie zurück zur Anwendung und starten Sie die Verbindung dort.',
    ],
    unknown_client: [
      'Diese Anwendung ist nicht registriert',
      'Wenden Sie sich bitte an deren Support und nennen Sie diese Referenz.',
    ],
    origin_not_allowed: [
      'Diese Website darf keine Konten verbinden',
      'Wenden Sie sich bitte an den Support der Website und nennen Sie diese Referenz.',
    ],
    rate_limited: ['Zu viele Versuche', 'Warten Sie # und laden Sie diese Seite dann neu.'],
    server_error: [
      'Bei uns ist ein Fehler aufgetreten',
      'Es wurde nichts freigegeben. Bitte versuchen Sie es in einigen Minuten erneut.',
    ],
    session_expired: [
      'Ihre Sitzung ist abgelaufen',
      'Es wurde nichts freigegeben. Bitte beginnen Sie von vorn.',
    ],
    invalid_step: [
      'Diese Seite ist nicht mehr aktuell',
      'Vielleicht war sie in zwei Fenstern geöffnet. Bitte beginnen Sie von vorn.',
    ],
  },
  'pt-BR': {
    reference: 'Referência',
    home: ['Veja quais aplicativos podem ler suas informações fiscais', 'Ver e encerrar acessos'],
    not_found: ['Esta página não existe', 'Confira o endereço ou volte à página anterior.'],
    invalid_request: ['Este link não funciona', 'Volte ao aplicativo e conecte sua conta por lá.'],
    unknown_client: [
      'Este aplicativo não está registrado',
      'Fale com o suporte dele e informe esta referência.',
    ],
    origin_not_allowed: [
      'Este site não pode conectar contas',
      'Fale com o suporte do site e informe esta referência.',
    ],
    rate_limited: ['Muitas tentativas', 'Espere # e recarregue esta página.'],
    server_error: [
      'Algo deu errado do nosso lado',
      'Nada foi compartilhado. Tente de novo em alguns minutos.',
    ],
    session_expired: ['Sua sessão expirou', 'Nada foi compartilhado. Comece de novo.'],
    invalid_step: [
      'Esta página não é mais válida',
      'Talvez ela estivesse aberta em duas janelas. Comece de novo.',
    ],
  },
  'zh-Hans': {
    reference: '参考编号',
    home: ['查看哪些应用可以读取您的税务信息', '查看和撤销访问权限'],
    not_found: ['此页面不存在', '请检查网址，或返回上一页。'],
    invalid_request: ['此链接无效', '请返回应用，从那里开始连接。'],
    unknown_client: ['此应用未注册', '请联系该应用的客服，并提供此参考编号。'],
    origin_not_allowed: ['此网站不能连接账户', '请联系网站客服，并提供此参考编号。'],
    rate_limited: ['尝试次数过多', '请等待 #，然后刷新此页面。'],
    server_error: ['我们的系统出现问题', '未共享任何信息。请过几分钟再试。'],
    session_expired: ['会话已过期', '未共享任何信息。请重新开始。'],
    invalid_step: ['页面已失效', '可能在两个窗口中同时打开。请重新开始。'],
  },
  vi: {
    reference: 'Mã tham chiếu',
    home: [
      'Xem những ứng dụng nào có thể đọc thông tin thuế của bạn',
      'Xem và thu hồi quyền truy cập',
    ],
    not_found: ['Trang này không tồn tại', 'Hãy kiểm tra địa chỉ hoặc quay lại trang trước.'],
    invalid_request: ['Liên kết này không hoạt động', 'Hãy quay lại ứng dụng và kết nối từ đó.'],
    unknown_client: [
      'Ứng dụng này chưa được đăng ký',
      'Hãy liên hệ bộ phận hỗ trợ của ứng dụng kèm mã tham chiếu này.',
    ],
    origin_not_allowed: [
      'Trang web này không được phép kết nối tài khoản',
      'Hãy liên hệ bộ phận hỗ trợ trang web kèm mã tham chiếu này.',
    ],
    rate_limited: ['Quá nhiều lần thử', 'Hãy đợi # rồi tải lại trang này.'],
    server_error: [
      'Đã xảy ra lỗi từ phía chúng tôi',
      'Chưa có thông tin nào được chia sẻ. Vui lòng thử lại sau vài phút.',
    ],
    session_expired: [
      'Phiên của bạn đã hết hạn',
      'Chưa có thông tin nào được chia sẻ. Vui lòng bắt đầu lại.',
    ],
    invalid_step: [
      'Trang này không còn hiệu lực',
      'Có thể trang đang mở trong hai cửa sổ. Vui lòng bắt đầu lại.',
    ],
  },
  ko: {
    reference: '참조 번호',
    home: ['내 세금 정보를 읽을 수 있는 애플리케이션을 확인하세요', '접근 권한 확인 및 해제'],
    not_found: ['페이지를 찾을 수 없습니다', '주소를 확인하거나 이전 페이지로 돌아가 주세요.'],
    invalid_request: ['이 링크는 작동하지 않습니다', '애플리케이션으로 돌아가 연결해 주세요.'],
    unknown_client: [
      '등록되지 않은 애플리케이션입니다',
      '애플리케이션 고객 지원에 이 참조 번호를 알려 주세요.',
    ],
    origin_not_allowed: [
      '이 사이트는 계정을 연결할 수 없습니다',
      '사이트 고객 지원에 이 참조 번호를 알려 주세요.',
    ],
    rate_limited: ['시도가 너무 많습니다', '# 후 이 페이지를 새로고침해 주세요.'],
    server_error: [
      '저희 쪽에 문제가 생겼습니다',
      '공유된 정보는 없습니다. 몇 분 후 다시 시도해 주세요.',
    ],
    session_expired: ['세션이 만료되었습니다', '공유된 정보는 없습니다. 다시 시작해 주세요.'],
    invalid_step: [
      '이 페이지는 더 이상 유효하지 않습니다',
      '두 창에서 열려 있었을 수 있습니다. 다시 시작해 주세요.',
    ],
  },
  tl: {
    reference: 'Reference',
    home: [
      'Tingnan kung aling mga application ang nakakabasa ng tax information mo',
      'Tingnan at alisin ang access',
    ],
    not_found: [
      'Walang page rito',
      'Tingnan kung tama ang address, o bumalik sa pinanggalingan mong page.',
    ],
    invalid_request: [
      'Hindi gumagana ang link na ito',
      'Bumalik sa application at doon ikonekta ang account mo.',
    ],
    unknown_client: [
      'Hindi nakarehistro ang application na ito',
      'Makipag-ugnayan sa support nito at ibigay ang reference na ito.',
    ],
    origin_not_allowed: [
      'Hindi puwedeng magkonekta ng account ang site na ito',
      'Makipag-ugnayan sa support ng site at ibigay ang reference na ito.',
    ],
    rate_limited: [
      'Masyado nang maraming beses na sinubukan',
      'Maghintay ng #, saka i-reload ang page na ito.',
    ],
    server_error: [
      'Nagkaproblema sa panig namin',
      'Walang naibahagi. Subukan ulit pagkalipas ng ilang minuto.',
    ],
    session_expired: ['Nag-expire na ang session mo', 'Walang naibahagi. Magsimula ulit.'],
    invalid_step: [
      'Hindi na valid ang page na ito',
      'Baka nakabukas ito sa dalawang window. Magsimula ulit.',
    ],
  },
  ar: {
    reference: 'المرجع',
    home: ['التطبيقات التي يمكنها قراءة معلوماتك الضريبية', 'عرض الوصول وإنهاؤه'],
    not_found: ['لا توجد صفحة هنا', 'تحقّق من العنوان، أو ارجع إلى الصفحة السابقة.'],
    invalid_request: ['هذا الرابط لا يعمل', 'ارجع إلى التطبيق وأجرِ الربط من هناك.'],
    unknown_client: ['هذا التطبيق غير مسجَّل', 'تواصل مع دعم التطبيق واذكر هذا المرجع.'],
    origin_not_allowed: [
      'لا يُسمح لهذا الموقع بربط الحسابات',
      'تواصل مع دعم الموقع واذكر هذا المرجع.',
    ],
    rate_limited: ['محاولات كثيرة جدًا', 'انتظر # ثم أعد تحميل هذه الصفحة.'],
    server_error: ['حدث خطأ من جانبنا', 'لم تتم مشاركة أي شيء. حاول مجددًا بعد بضع دقائق.'],
    session_expired: ['انتهت جلستك', 'لم تتم مشاركة أي شيء. يُرجى البدء من جديد.'],
    invalid_step: ['لم تعد هذه الصفحة صالحة', 'ربما كانت مفتوحة في نافذتين. يُرجى البدء من جديد.'],
  },
};
