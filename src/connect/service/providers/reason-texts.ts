/** Why a simulated provider cannot be picked. Other plug-ins write their reasons themselves. */
export type ReasonCode = 'live_only' | 'maintenance';

/** The texts by BCP 47 tag, with the languages of the Connect page. English is the first. */
export const reasonTexts: Readonly<Record<string, Readonly<Record<ReasonCode, string>>>> = {
  en: {
    live_only: 'For live applications only',
    maintenance: 'Under maintenance. Please try again later.',
  },
  es: {
    live_only: 'Solo para aplicaciones en producción',
    maintenance: 'En mantenimiento. Inténtalo de nuevo más tarde.',
  },
  fr: {
    live_only: 'Réservé aux applications en production',
    maintenance: 'En maintenance. Réessayez plus tard.',
  },
  de: {
    live_only: 'Nur für produktive Anwendungen',
    maintenance: 'Wird gewartet. Bitte versuchen Sie es später erneut.',
  },
  'pt-BR': {
    live_only: 'Somente para aplicativos em produção',
    maintenance: 'Em manutenção. Tente novamente mais tarde.',
  },
  'zh-Hans': {
    live_only: '仅适用于正式应用',
    maintenance: '正在维护，请稍后再试。',
  },
  vi: {
    live_only: 'Chỉ dành cho ứng dụng chính thức',
    maintenance: 'Đang bảo trì. Vui lòng thử lại sau.',
  },
  ko: {
    live_only: '정식 애플리케이션에서만 사용할 수 있음',
    maintenance: '점검 중입니다. 나중에 다시 시도해 주세요.',
  },
  tl: {
    live_only: 'Para lang sa mga live na aplikasyon',
    maintenance: 'Kasalukuyang inaayos. Subukan muli mamaya.',
  },
  ar: {
    live_only: 'للتطبيقات الفعلية فقط',
    maintenance: 'قيد الصيانة. يُرجى المحاولة لاحقًا.',
  },
};
