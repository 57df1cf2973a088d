import type { PageText } from './en.ts';
import { linkEnds, problems } from './notices/ar.ts';

const numbers = new Intl.NumberFormat('ar-u-nu-latn');
const plurals = new Intl.PluralRules('ar');

/** "Test sign-ins", to be placed after a number. The forms for one and two contain the number. */
const testSignIns: Readonly<Record<Intl.LDMLPluralRule, (count: string) => string>> = {
  zero: () => 'لم تبقَ أي مرة تسجيل دخول تجريبي',
  one: () => 'بقيت مرة واحدة لتسجيل الدخول التجريبي',
  two: () => 'بقيت مرتان لتسجيل الدخول التجريبي',
  few: (count) => `بقيت ${count} مرات لتسجيل الدخول التجريبي`,
  many: (count) => `بقيت ${count} مرة لتسجيل الدخول التجريبي`,
  other: (count) => `بقيت ${count} مرة لتسجيل الدخول التجريبي`,
};

/** Built like {@link testSignIns}. */
const triesLeft: typeof testSignIns = {
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
  connectTo: (application) => `الربط بـ ${application}`,
  testBadge: 'تجريبي',
  testBadgeHint: 'تطبيق تجريبي: لا يُستخدم أي حساب حقيقي',
  cancel: 'إلغاء',
  exit: {
    title: 'هل تريد المغادرة دون إتمام الربط؟',
    advice: 'سيكون عليك البدء من جديد.',
    stay: 'مواصلة الربط',
    leave: 'مغادرة',
  },
  back: 'اختيار مزوّد آخر',
  tryAgain: 'إعادة المحاولة',
  pressAgain: (button) => `اضغط على «${button}» مرة أخرى.`,
  close: 'إغلاق',
  startAgain: 'البدء من جديد',
  tries: {
    left: (count) => `${triesLeft[plurals.select(count)](numbers.format(count))}.`,
    again: (time) => `الوقت المتبقي قبل المحاولة مجددًا: ${time}.`,
    now: 'يمكنك المحاولة مجددًا الآن.',
  },
  reference: 'المرجع',
  copy: 'نسخ',
  copied: 'تم النسخ',
  unnamedProvider: 'المزوّد',
  unnamedDomain: 'موقعه',
  problems,
  waiting: {
    start: 'جارٍ التحضير…',
    join: 'جارٍ المتابعة…',
    select: 'جارٍ فتح صفحة تسجيل الدخول…',
    back: 'جارٍ الرجوع…',
    login: 'جارٍ تسجيل الدخول…',
    mfa: 'جارٍ التحقّق من الرمز…',
    resend: 'جارٍ الإرسال…',
    push: 'في انتظار موافقتك…',
    allow: 'جارٍ الربط…',
    deny: 'جارٍ رفض الوصول…',
    end: 'جارٍ إنهاء الوصول…',
    stillWorking: (provider) => `لحظة من فضلك. يستغرق ${provider} وقتًا أطول من المعتاد.`,
  },
  question: {
    title: (application) => `هل ضغطت للتو على «ربط» في ${application}؟`,
    leadBefore: 'تابع فقط إذا كنت أنت من ضغط قبل لحظات، على ',
    leadAfter: '.',
    number: 'الرقم',
    numberHint: (application) =>
      `يعرض ${application} رقمًا من 4 خانات. إن لم يعرض شيئًا، فأغلق هذه النافذة وابدأ الربط من جديد.`,
    numberMissing: 'أدخل الرقم.',
    confirm: 'نعم، متابعة',
    refuse: 'لا، لست أنا',
  },
  link: {
    title: (application) => `اربط حسابك الضريبي بـ ${application}`,
    titleAgain: (application) => `أعد ربط حسابك بـ ${application}`,
    decide: 'بعد ذلك يظهر ما ستتم مشاركته، مع إمكانية السماح به أو رفضه.',
    caution: (application) =>
      `ابدأ فقط إذا كنت تتوقع هذا الرابط من ${application}. وإلا فأغلق هذه الصفحة، ولن تتم مشاركة أي شيء.`,
    begin: 'بدء',
    done: 'لا يوجد ما يلزم فعله هنا بعد الآن. يمكنك إغلاق هذه الصفحة.',
    over: linkEnds,
  },
  select: {
    title: 'اختر مزوّد الخدمات الضريبية',
    promise: (application) =>
      `يتم تسجيل الدخول لدى مزوّدك. لا يطّلع ${application} على كلمة مرورك أبدًا.`,
  },
  login: {
    title: (provider) => `تسجيل الدخول إلى ${provider}`,
    promiseBefore: 'يتم تسجيل الدخول إلى ',
    promiseAfter: (application) => `. لا يطّلع ${application} على كلمة مرورك أبدًا.`,
    username: 'اسم المستخدم',
    password: 'كلمة المرور',
    show: 'إظهار',
    hide: 'إخفاء',
    submit: 'تسجيل الدخول',
    usernameMissing: 'أدخل اسم المستخدم.',
    passwordMissing: 'أدخل كلمة المرور.',
  },
  again: {
    title: (provider) => `سجّل الدخول مجددًا إلى ${provider}`,
    submit: 'تسجيل الدخول مجددًا',
  },
  test: {
    title: 'تسجيل دخول تجريبي',
    code: 'رمز التجربة',
    hintBefore: 'استخدم ',
    hintBetween: ' مع كلمة المرور ',
    hintAfter: '.',
    submissions: (left, limit) =>
      `${testSignIns[plurals.select(left)](numbers.format(left))} من أصل ${numbers.format(limit)}.`,
  },
  mfa: {
    title: 'إدخال الرمز',
    lead: (provider) => `أرسل إليك ${provider} رمزًا يُستخدم مرة واحدة.`,
    sentBefore: (provider) => `أرسل ${provider} رمزًا لمرة واحدة إلى `,
    sentAfter: '.',
    code: 'رمز لمرة واحدة',
    submit: 'متابعة',
    codeMissing: 'يُرجى إدخال الرمز.',
    digits: (length) => `عدد الخانات: ${numbers.format(length)}. سنتابع فور اكتمالها.`,
    missing: 'لم يصلك الرمز؟',
    missingAdvice: 'قد يستغرق ذلك بضع دقائق. تحقّق أيضًا من مجلد البريد غير المرغوب فيه.',
    missingStill: (provider) => `لم يصلك بعد؟ أعد تسجيل الدخول مجددًا أو تواصل مع ${provider}.`,
  },
  challenge: {
    resend: 'إعادة الإرسال',
    resendIn: (seconds) => `بعد ${numbers.format(seconds)} ث`,
    resent: 'تمت إعادة الإرسال.',
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
    what: {
      returns: 'إقراراتك الضريبية',
      forms: 'نماذج ضريبية مثل W-2 و1099',
      transcripts: 'السجلات الضريبية لدى IRS (Transcripts)',
      documents: 'مستندات ضريبية أخرى',
      identity: 'اسمك وعنوانك وحالة تقديم الإقرار (filing status)',
    },
    sharedWith: 'تتم المشاركة مع',
    whatFor: 'الغرض',
    privacy: 'الخصوصية',
    howLongTitle: 'المدة',
    howLong: 'إلى أن تنهي المشاركة. لا يوجد تاريخ انتهاء.',
    howLongDays: (days) => `${days}، ما لم تنهِ المشاركة قبل ذلك.`,
    details: 'التفاصيل',
    verifiedOrigin: 'عنوان تم التحقق منه',
    redirectHost: 'يعيدك إلى',
    notShared: 'لا تتم مشاركة كلمة مرورك.',
    revokeTitle: 'لإيقاف المشاركة',
    revokeBefore: (application) => `من خلال ${application} أو على `,
    revokeAfter: '.',
    allow: 'سماح',
    deny: 'رفض',
  },
  success: {
    title: 'تم ربط حسابك',
  },
  denied: {
    title: 'لم تتم مشاركة أي شيء',
    body: (application) => `لا يملك ${application} أي وصول. يمكنك إغلاق هذه النافذة.`,
  },
};
