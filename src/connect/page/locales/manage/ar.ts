import type { ManageText } from './en.ts';

/** Arabic. */
export const manage: ManageText = {
  title: 'التطبيقات المصرّح لها بالوصول',
  lead: 'سجّل الدخول لدى مزوّدك لترى التطبيقات التي تستطيع قراءة معلوماتك، ولتنهي وصولها.',
  promiseAfter: '. لا يطّلع أي تطبيق على كلمة مرورك.',
  listTitle: 'هذه التطبيقات مصرّح لها بالوصول',
  none: 'لا يوجد تطبيق مصرّح له بالوصول',
  noneAdvice: 'إذا كنت قد ربطت حسابًا آخر، فسجّل الدخول به.',
  nothing: 'لا يوجد هنا ما يمكن إدارته',
  nothingAdvice: 'لإنهاء وصول تطبيق، انتقل إلى التطبيق نفسه.',
  search: 'البحث عن تطبيق',
  noMatch: 'لا يوجد تطبيق بهذا الاسم.',
  since: 'منذ',
  until: 'الانتهاء',
  untilEnded: 'عند إنهائك الوصول',
  lastRead: 'آخر قراءة',
  never: 'ليس بعد',
  now: 'الآن',
  paused: 'لا يستطيع قراءة أي شيء حتى تتم إعادة ربط الحساب',
  end: 'إنهاء الوصول',
  endOf: (application) => `إنهاء الوصول: ${application}`,
  question: (application) => `هل تريد إنهاء وصول ${application}؟`,
  consequence: (application) =>
    `لن يتمكن ${application} بعد ذلك من قراءة أي شيء، وقد يحتفظ بما قرأه من قبل.`,
  keep: 'إبقاء الوصول',
  ended: (application) => `لا يمكن لـ ${application} الوصول إلى معلوماتك.`,
};
