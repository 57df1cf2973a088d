/** @type {import('tax-connect/providers').ConsentTexts} */
export default {
  en: { title: 'Allow {provider} to give {application} your tax information?' },
  es: { title: '¿Permitir que {provider} entregue tu información fiscal a {application}?' },
  fr: { title: 'Autoriser {provider} à transmettre vos informations fiscales à {application} ?' },
  de: { title: 'Darf {provider} Ihre Steuerdaten an {application} weitergeben?' },
  'pt-BR': { title: 'Permitir que {provider} forneça seus dados fiscais a {application}?' },
  'zh-Hans': { title: '允许 {provider} 向 {application} 提供您的税务信息？' },
  vi: { title: 'Cho phép {provider} cung cấp thông tin thuế của bạn cho {application}?' },
  ko: { title: '{provider}에서 {application}에 세금 정보를 제공하도록 허용할까요?' },
  tl: { title: 'Payagan ang {provider} na ibigay sa {application} ang impormasyon mo sa buwis?' },
  ar: { title: 'هل تسمح لـ {provider} بتقديم معلوماتك الضريبية إلى {application}؟' },
};
