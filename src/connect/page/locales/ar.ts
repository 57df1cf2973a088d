import type { PageText } from './en.ts';

const numbers = new Intl.NumberFormat('ar');
const plurals = new Intl.PluralRules('ar');

/** "Attempts", after a number; the forms for one and two say the number themselves. */
const attempts: Readonly<Record<Intl.LDMLPluralRule, (count: string) => string>> = {
  zero: () => 'لم تبقَ أي محاولة',
  one: () => 'بقيت محاولة واحدة',
  two: () => 'بقيت محاولتان',
  few: (count) => `بقيت ${count} محاولات`,
  many: (count) => `بقيت ${count} محاولة`,
  other: (count) => `بقيت ${count} محاولة`,
};

/** Arabic. */
export const text: PageText = {
  languageTag: 'ar',
  direction: 'rtl',
  connectTo: (application) => `الربط مع ${application}`,
  testBadge: 'تجريبي',
  testBadgeHint: 'تطبيق تجريبي: لا يُستخدم أي حساب حقيقي',
  cancel: 'إلغاء',
  exit: {
    title: 'هل تغادر دون ربط؟',
    advice: 'سيكون عليك البدء من جديد.',
    stay: 'متابعة',
    leave: 'مغادرة',
  },
  back: 'اختيار مزوّد آخر',
  tryAgain: 'إعادة المحاولة',
  close: 'إغلاق',
  startAgain: 'البدء من جديد',
  failedTitle: 'لم تنجح العملية',
  unnamedProvider: 'المزوّد',
  unnamedDomain: 'موقعه',
  offlineTitle: 'أنت غير متصل بالإنترنت',
  problems: {
    access_denied: ({ application }) => `لم يُسمح بالوصول، لذا لم يحصل ${application} على شيء.`,
    account_locked: ({ provider, domain }) =>
      `أوقف ${provider} هذا الحساب. ألغِ إيقافه عبر ${domain} ثم حاول هنا مرة أخرى.`,
    connection_lost: () => 'انقطع الاتصال. تحقّق منه ثم حاول مرة أخرى.',
    host_gone: ({ application }) =>
      `لم يعد ${application} يستجيب. ربما أُعيد تحميل صفحته أو أُغلقت. لم تتم مشاركة أي شيء. ارجع إلى ${application} وأجرِ الربط من هناك مجددًا.`,
    invalid_credentials: ({ provider }) =>
      `لم يقبل ${provider} اسم المستخدم وكلمة المرور. تحقّق منهما وحاول مرة أخرى.`,
    invalid_one_time_code: () => 'هذا الرمز غير صحيح أو لم يعد صالحًا. أدخل أحدث رمز وصلك.',
    invalid_request: () => 'حدث خطأ في هذه الصفحة. ابدأ من جديد.',
    invalid_step: () => 'لم تعد هذه الصفحة في الخطوة الصحيحة، ربما لأنها فُتحت مرتين. ابدأ من جديد.',
    no_host: () =>
      'لا تعمل هذه الصفحة إلا عندما يفتحها تطبيق. ارجع إلى التطبيق وأجرِ الربط من هناك.',
    not_received: ({ application }) =>
      `لم يؤكد ${application} عملية الربط. ارجع إلى ${application}، وإن لم يظهر هناك أن الربط قد تم، فأجرِ الربط مجددًا.`,
    offline: () => 'أنت غير متصل بالإنترنت. سنحاول مجددًا تلقائيًا فور عودة الاتصال.',
    origin_not_allowed: ({ application }) =>
      `هذا الموقع غير مسجَّل لربط الحسابات لصالح ${application}.`,
    protocol_error: ({ application }) =>
      `تعذّر التفاهم بين ${application} وهذه الصفحة. أبلغ ${application} بذلك.`,
    provider_unavailable: ({ provider }) => `لا يستجيب ${provider} في الوقت الحالي. حسابك سليم.`,
    rate_limited: () => 'محاولات كثيرة جدًا. انتظر دقيقة ثم حاول مرة أخرى.',
    server_error: () => 'حدث خطأ من جانبنا. لم تتم مشاركة أي شيء.',
    session_expired: () => 'استغرق ذلك وقتًا أطول من مدة الجلسة. ابدأ من جديد.',
    submission_limit_reached: ({ application }) =>
      `استنفد التطبيق التجريبي ${application} كل محاولاته.`,
    timeout: () => 'لم يصل رد في الوقت المناسب. حاول مرة أخرى.',
    unknown_client: () => 'التطبيق الذي أحالك إلى هنا غير مسجَّل.',
  },
  waiting: {
    start: 'جارٍ التحضير…',
    select: 'جارٍ فتح صفحة تسجيل الدخول…',
    back: 'جارٍ الرجوع…',
    login: 'جارٍ تسجيل الدخول…',
    mfa: 'جارٍ التحقق من الرمز…',
    allow: 'جارٍ الربط…',
    deny: 'جارٍ الإلغاء…',
    stillWorking: (provider) => `ما زال العمل جاريًا. يستغرق ${provider} بعض الوقت.`,
  },
  select: {
    title: 'اختر مزوّد الخدمات الضريبية',
    promise: (application) => `تسجّل الدخول لدى مزوّدك. لا يطّلع ${application} على كلمة مرورك أبدًا.`,
  },
  login: {
    title: (provider) => `تسجيل الدخول إلى ${provider}`,
    promiseBefore: 'أنت تسجّل الدخول إلى ',
    promiseAfter: (application) => `. لا يطّلع ${application} على كلمة مرورك أبدًا.`,
    username: 'اسم المستخدم',
    password: 'كلمة المرور',
    show: 'إظهار',
    hide: 'إخفاء',
    submit: 'تسجيل الدخول',
    usernameMissing: 'أدخل اسم المستخدم.',
    passwordMissing: 'أدخل كلمة المرور.',
    usernameWrong: 'تحقّق من اسم المستخدم.',
    passwordWrong: 'أدخل كلمة المرور مرة أخرى.',
  },
  test: {
    title: 'تسجيل دخول تجريبي',
    hintBefore: 'استخدم ',
    hintBetween: ' مع كلمة المرور ',
    hintAfter: '.',
    submissions: (left, limit) =>
      `${attempts[plurals.select(left)](numbers.format(left))} من أصل ${numbers.format(limit)}.`,
  },
  mfa: {
    title: 'أدخل الرمز',
    lead: (provider) => `أرسل إليك ${provider} رمزًا يُستخدم مرة واحدة.`,
    code: 'رمز لمرة واحدة',
    submit: 'متابعة',
    codeMissing: 'أدخل الرمز.',
  },
  consent: {
    title: (application, provider) => `هل تريد مشاركة معلوماتك لدى ${provider} مع ${application}؟`,
    account: 'الحساب',
    sharedWith: 'تُشارَك مع',
    verifiedOrigin: 'عنوان تم التحقق منه',
    redirectHost: 'يعيدك إلى',
    whatTitle: 'ما الذي تتم مشاركته',
    what: ['إقراراتك الضريبية والنماذج الواردة فيها', 'اسمك وعنوانك وصفتك الضريبية كما ترد فيها'],
    notShared: 'لا تتم مشاركة كلمة مرورك.',
    howLongTitle: 'إلى متى',
    howLong: 'إلى أن تنهيها. لا يوجد تاريخ انتهاء.',
    revokeTitle: 'كيف تنهيها',
    revokeBefore: (application) => `اطلب من ${application} إلغاء الربط، أو أزِله من `,
    revokeAfter: ' ضمن التطبيقات المرتبطة.',
    allow: 'سماح',
    deny: 'رفض',
  },
  success: {
    title: 'تم الربط',
    body: (application) => `يُكمل ${application} عملية الربط.`,
    popup: 'ستُغلق هذه النافذة تلقائيًا.',
  },
  denied: {
    title: 'لم تتم مشاركة أي شيء',
    body: (application) => `لا يملك ${application} أي وصول. يمكنك إغلاق هذه النافذة.`,
  },
};
