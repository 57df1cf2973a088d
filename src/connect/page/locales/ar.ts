import type { PageText } from './en.ts';

const numbers = new Intl.NumberFormat('ar');
const plurals = new Intl.PluralRules('ar');

/** "Test attempts", after a number; the forms for one and two say the number themselves. */
const testAttempts: Readonly<Record<Intl.LDMLPluralRule, (count: string) => string>> = {
  zero: () => 'لم تبقَ أي محاولة تجريبية',
  one: () => 'بقيت محاولة تجريبية واحدة',
  two: () => 'بقيت محاولتان تجريبيتان',
  few: (count) => `بقيت ${count} محاولات تجريبية`,
  many: (count) => `بقيت ${count} محاولة تجريبية`,
  other: (count) => `بقيت ${count} محاولة تجريبية`,
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
    title: 'هل تريد المغادرة دون إتمام الربط؟',
    advice: 'سيكون عليك البدء من جديد.',
    stay: 'متابعة',
    leave: 'مغادرة',
  },
  back: 'اختيار مزوّد آخر',
  tryAgain: 'إعادة المحاولة',
  close: 'إغلاق',
  startAgain: 'البدء من جديد',
  reference: 'المرجع',
  copy: 'نسخ',
  copied: 'تم النسخ',
  unnamedProvider: 'المزوّد',
  unnamedDomain: 'موقعه',
  problems: {
    access_denied: ({ application }) => [
      'لم يُسمح بالوصول',
      `لم تتم مشاركة أي شيء مع ${application}.`,
    ],
    account_locked: ({ provider, domain }) => [
      `قفل ${provider} هذا الحساب`,
      `افتح قفله عبر ${domain} ثم حاول هنا مجددًا.`,
    ],
    connection_lost: () => ['انقطع الاتصال', 'تحقّق من اتصالك بالإنترنت ثم حاول مجددًا.'],
    host_gone: ({ application }) => [
      `لا يستجيب ${application}`,
      `ربما أُعيد تحميل صفحته أو أُغلقت. لم تتم مشاركة أي شيء. ارجع إلى ${application} وأجرِ الربط من هناك مجددًا.`,
    ],
    invalid_answer: ({ provider }) => [
      `لم يقبل ${provider} هذه الإجابة`,
      'تحقق منها وحاول مرة أخرى.',
    ],
    invalid_credentials: ({ provider }) => [
      `لم يقبل ${provider} تسجيل الدخول هذا`,
      'تحقّق مما أدخلته ثم حاول مجددًا.',
    ],
    invalid_one_time_code: () => [
      'تحقّق من الرمز',
      'هذا الرمز غير صحيح أو انتهت صلاحيته. أدخل أحدث رمز وصلك.',
    ],
    invalid_request: () => ['حدث خطأ في هذه الصفحة', 'لم تتم مشاركة أي شيء. يُرجى البدء من جديد.'],
    invalid_step: () => ['لم تعد هذه الصفحة صالحة', 'ربما فُتحت مرتين. يُرجى البدء من جديد.'],
    no_host: () => [
      'افتح هذه الصفحة من أحد التطبيقات',
      'لا تعمل هذه الصفحة إلا عندما يفتحها تطبيق. ارجع إلى التطبيق وأجرِ الربط من هناك.',
    ],
    not_approved: () => ['لم تتم الموافقة على تسجيل الدخول', 'إذا كان ذلك خطأً، فحاول مرة أخرى.'],
    not_received: ({ application }) => [
      `لم يؤكد ${application} عملية الربط`,
      `ارجع إلى ${application}. إن لم يظهر حسابك هناك على أنه مرتبط، فأجرِ الربط من هناك مجددًا.`,
    ],
    offline: () => ['أنت غير متصل بالإنترنت', 'سنعيد المحاولة تلقائيًا فور عودة الاتصال.'],
    origin_not_allowed: ({ application }) => [
      'لا يُسمح لهذا الموقع بربط الحسابات',
      `الموقع غير مسجَّل لدى ${application}. تواصل مع دعم الموقع واذكر هذا المرجع.`,
    ],
    protocol_error: ({ application }) => [
      `تعذّر الاتصال بين هذه الصفحة و${application}`,
      'تواصل مع دعم التطبيق.',
    ],
    provider_unavailable: ({ provider }) => [
      `${provider} غير متاح حاليًا`,
      'حسابك سليم. يُرجى المحاولة لاحقًا.',
    ],
    rate_limited: () => ['محاولات كثيرة جدًا', 'انتظر دقيقة ثم حاول مجددًا.'],
    server_error: () => ['حدث خطأ من جانبنا', 'لم تتم مشاركة أي شيء. حاول مجددًا بعد بضع دقائق.'],
    session_expired: () => ['انتهت جلستك', 'لم تتم مشاركة أي شيء. يُرجى البدء من جديد.'],
    submission_limit_reached: ({ application }) => [
      'نفدت المحاولات التجريبية',
      `يمكن لمطوّري ${application} رفع الحد.`,
    ],
    timeout: () => ['يستغرق هذا وقتًا طويلًا', 'تحقّق من اتصالك بالإنترنت ثم حاول مجددًا.'],
    unknown_client: () => ['هذا التطبيق غير مسجَّل', 'تواصل مع دعم التطبيق واذكر هذا المرجع.'],
  },
  waiting: {
    start: 'جارٍ التحضير…',
    select: 'جارٍ فتح صفحة تسجيل الدخول…',
    back: 'جارٍ الرجوع…',
    login: 'جارٍ تسجيل الدخول…',
    mfa: 'جارٍ التحقق من الرمز…',
    resend: 'جارٍ الطلب…',
    push: 'في انتظار موافقتك…',
    allow: 'جارٍ الربط…',
    deny: 'جارٍ الإلغاء…',
    stillWorking: (provider) => `ما زال العمل جاريًا. يستغرق ${provider} وقتًا أطول من المعتاد.`,
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
  },
  test: {
    title: 'تسجيل دخول تجريبي',
    hintBefore: 'استخدم ',
    hintBetween: ' مع كلمة المرور ',
    hintAfter: '.',
    submissions: (left, limit) =>
      `${testAttempts[plurals.select(left)](numbers.format(left))} من أصل ${numbers.format(limit)}.`,
  },
  mfa: {
    title: 'أدخل الرمز',
    lead: (provider) => `أرسل إليك ${provider} رمزًا يُستخدم مرة واحدة.`,
    code: 'رمز لمرة واحدة',
    submit: 'متابعة',
    codeMissing: 'أدخل الرمز.',
  },
  challenge: {
    resend: 'طلب مرة أخرى',
    resent: 'تم الطلب مرة أخرى.',
    choiceTitle: 'اختر كيفية المتابعة',
    choiceMissing: 'اختر أحد الخيارات.',
    questionTitle: 'سؤال آخر',
    answer: 'إجابتك',
    answerMissing: 'أدخل إجابتك.',
    fieldMissing: 'املأ هذا الحقل.',
    pushTitle: 'الموافقة على تسجيل الدخول',
    pushLead: (provider) => `طلب منك ${provider} الموافقة على تسجيل الدخول هذا، في تطبيقه مثلًا.`,
    pushWaiting: 'في انتظار موافقتك…',
    pushCancel: 'إلغاء تسجيل الدخول',
  },
  redirect: {
    lead: (provider) => `سيفتح ${provider} صفحته الخاصة ثم يعيدك إلى هنا.`,
    submit: (provider) => `المتابعة إلى ${provider}`,
  },
  consent: {
    title: (application, provider) => `هل تريد مشاركة معلوماتك لدى ${provider} مع ${application}؟`,
    account: 'الحساب',
    whatTitle: 'البيانات',
    what: 'إقراراتك الضريبية ونماذجها، مع اسمك وعنوانك وصفتك الضريبية',
    sharedWith: 'مع',
    howLongTitle: 'المدة',
    howLong: 'إلى أن تنهي المشاركة. لا يوجد تاريخ انتهاء.',
    details: 'التفاصيل',
    verifiedOrigin: 'عنوان تم التحقق منه',
    redirectHost: 'يعيدك إلى',
    notShared: 'لا تتم مشاركة كلمة مرورك.',
    revokeTitle: 'كيف تنهي المشاركة',
    revokeBefore: (application) => `اطلب من ${application} إلغاء الربط، أو ألغِ وصوله من `,
    revokeAfter: ' ضمن التطبيقات المرتبطة.',
    allow: 'سماح',
    deny: 'رفض',
  },
  success: {
    title: 'تم ربط حسابك',
    body: (application) => `يمكن لـ ${application} استخدامه الآن.`,
    popup: 'ستُغلق هذه النافذة تلقائيًا.',
  },
  denied: {
    title: 'لم تتم مشاركة أي شيء',
    body: (application) => `لا يملك ${application} أي وصول. يمكنك إغلاق هذه النافذة.`,
  },
};
