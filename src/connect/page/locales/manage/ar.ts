import type { ManageText } from './en.ts';

/** Arabic. */
export const manage: ManageText = {
  title: 'التطبيقات التي لها وصول',
  lead: 'سجّل الدخول لدى مزوّدك لترى التطبيقات التي تستطيع قراءة معلوماتك، ولتنهي وصولها.',
  promiseAfter: '. لا يطّلع أي تطبيق على كلمة مرورك.',
  listTitle: 'لهذه التطبيقات وصول',
  none: 'ليس لأي تطبيق وصول',
  noneAdvice: 'إذا كنت قد ربطت حسابًا آخر، فسجّل الدخول به.',
  nothing: 'لا يوجد هنا ما يمكن إدارته',
  nothingAdvice: 'لإنهاء وصول تطبيق، انتقل إلى التطبيق نفسه.',
  search: 'البحث عن تطبيق',
  noMatch: 'لا يوجد تطبيق بهذا الاسم.',
  since: 'منذ',
  until: 'حتى',
  untilEnded: 'أن تنهي الوصول',
  lastRead: 'آخر قراءة',
  never: 'ليس بعد',
  now: 'الآن',
  paused: 'لا يستطيع قراءة أي شيء حتى تربط الحساب من جديد',
  end: 'إنهاء الوصول',
  endOf: (application) => `إنهاء الوصول: ${application}`,
  question: (application) => `هل تريد إنهاء وصول ${application}؟`,
  consequence: (application) =>
    `لن يتمكن ${application} بعد ذلك من قراءة أي شيء، وقد يحتفظ بما قرأه من قبل.`,
  keep: 'إبقاء الوصول',
  ended: (application) => `لم يعد لدى ${application} أي وصول.`,
};
