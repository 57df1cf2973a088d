import type { PageText } from './en.ts';
import { linkEnds, problems } from './notices/es.ts';

const numbers = new Intl.NumberFormat('es');
const plurals = new Intl.PluralRules('es');

/** Spanish. */
export const text: PageText = {
  languageTag: 'es',
  direction: 'ltr',
  connectTo: (application) => `Conectar con ${application}`,
  testBadge: 'Prueba',
  testBadgeHint: 'Aplicación de prueba: no se usa ninguna cuenta real',
  cancel: 'Cancelar',
  exit: {
    title: '¿Salir sin conectar tu cuenta?',
    advice: 'Tendrás que empezar de nuevo.',
    stay: 'Seguir conectando',
    leave: 'Salir',
  },
  back: 'Elegir otro proveedor',
  tryAgain: 'Reintentar',
  pressAgain: (button) => `Presiona «${button}» otra vez.`,
  close: 'Cerrar',
  startAgain: 'Empezar de nuevo',
  tries: {
    left: (count) =>
      plurals.select(count) === 'one'
        ? `Queda ${numbers.format(count)} intento.`
        : `Quedan ${numbers.format(count)} intentos.`,
    again: (time) => `Inténtalo de nuevo en ${time}.`,
    now: 'Ya puedes intentarlo de nuevo.',
  },
  reference: 'Referencia',
  copy: 'Copiar',
  copied: 'Copiado',
  unnamedProvider: 'El proveedor',
  unnamedDomain: 'su propio sitio',
  problems,
  waiting: {
    start: 'Preparando…',
    join: 'Continuando…',
    select: 'Abriendo el inicio de sesión…',
    back: 'Volviendo…',
    login: 'Iniciando sesión…',
    mfa: 'Verificando el código…',
    resend: 'Enviando…',
    push: 'Esperando tu aprobación…',
    allow: 'Conectando…',
    deny: 'Rechazando el acceso…',
    end: 'Retirando el acceso…',
    stillWorking: (provider) => `Un momento más. ${provider} está tardando más de lo habitual.`,
  },
  question: {
    title: (application) => `¿Acabas de presionar «Conectar» en ${application}?`,
    leadBefore: 'Continúa solo si tú lo presionaste hace un momento, en ',
    leadAfter: '.',
    number: 'Número',
    numberHint: (application) =>
      `${application} muestra 4 dígitos. Si no muestra ninguno, cierra esta ventana y conecta de nuevo.`,
    numberMissing: 'Ingresa el número.',
    confirm: 'Sí, continuar',
    refuse: 'No, no fui yo',
  },
  link: {
    title: (application) => `Conecta tu cuenta de impuestos a ${application}`,
    titleAgain: (application) => `Vuelve a conectar tu cuenta a ${application}`,
    decide: 'Después verás qué se compartirá y podrás aceptarlo o rechazarlo.',
    caution: (application) =>
      `Empieza solo si esperabas este enlace de ${application}. Si no, cierra esta página y no se compartirá nada.`,
    begin: 'Empezar',
    done: 'No tienes que hacer nada más aquí. Puedes cerrar esta página.',
    over: linkEnds,
  },
  select: {
    title: 'Elige tu proveedor de impuestos',
    promise: (application) =>
      `Inicias sesión con tu proveedor. ${application} nunca ve tu contraseña.`,
  },
  login: {
    title: (provider) => `Inicia sesión en ${provider}`,
    promiseBefore: 'Inicias sesión en ',
    promiseAfter: (application) => `. ${application} nunca ve tu contraseña.`,
    username: 'Usuario',
    password: 'Contraseña',
    show: 'Mostrar',
    hide: 'Ocultar',
    submit: 'Iniciar sesión',
    usernameMissing: 'Ingresa tu usuario.',
    passwordMissing: 'Ingresa tu contraseña.',
  },
  again: {
    title: (provider) => `Vuelve a iniciar sesión en ${provider}`,
    submit: 'Iniciar sesión de nuevo',
  },
  test: {
    title: 'Inicio de sesión de prueba',
    code: 'Código de prueba',
    hintBefore: 'Usa ',
    hintBetween: ' con la contraseña ',
    hintAfter: '.',
    submissions: (left, limit) =>
      plurals.select(left) === 'one'
        ? `Queda ${numbers.format(left)} intento de prueba de ${numbers.format(limit)}.`
        : `Quedan ${numbers.format(left)} intentos de prueba de ${numbers.format(limit)}.`,
  },
  mfa: {
    title: 'Ingresa tu código',
    lead: (provider) => `${provider} te envió un código de un solo uso.`,
    sentBefore: (provider) => `${provider} envió un código de un solo uso a `,
    sentAfter: '.',
    code: 'Código de un solo uso',
    submit: 'Continuar',
    codeMissing: 'Ingresa el código.',
    digits: (length) => `${numbers.format(length)} dígitos. Continuaremos en cuanto los ingreses.`,
    missing: '¿No lo recibiste?',
    missingAdvice: 'Puede tardar unos minutos. Mira también en la carpeta de spam.',
    missingStill: (provider) =>
      `¿Sigue sin llegar? Inicia sesión de nuevo o comunícate con ${provider}.`,
  },
  challenge: {
    resend: 'Enviar de nuevo',
    resendIn: (seconds) => `en ${numbers.format(seconds)} s`,
    resent: 'Enviado de nuevo.',
    choiceTitle: 'Elige cómo continuar',
    choiceMissing: 'Elige una opción.',
    questionTitle: 'Una pregunta más',
    answer: 'Tu respuesta',
    answerMissing: 'Ingresa tu respuesta.',
    fieldMissing: 'Completa este campo.',
    pushTitle: 'Aprueba el inicio de sesión',
    pushLead: (provider) =>
      `${provider} te pidió que apruebes este inicio de sesión, por ejemplo en su aplicación.`,
    pushWaiting: 'Esperando tu aprobación…',
    pushCancel: 'Cancelar el inicio de sesión',
  },
  redirect: {
    lead: (provider) => `${provider} abre su propia página y después te trae de vuelta aquí.`,
    submit: (provider) => `Continuar en ${provider}`,
  },
  consent: {
    title: (application, provider) =>
      `¿Compartir tu información de ${provider} con ${application}?`,
    account: 'Cuenta',
    whatTitle: 'Datos',
    what: {
      returns: 'Tus declaraciones de impuestos',
      forms: 'Formularios fiscales, como W-2 y 1099',
      transcripts: 'Transcripciones del IRS',
      documents: 'Otros documentos fiscales',
      identity: 'Tu nombre, dirección y estado civil para la declaración',
    },
    sharedWith: 'Se comparte con',
    whatFor: 'Finalidad',
    privacy: 'Privacidad',
    howLongTitle: 'Duración',
    howLong: 'Hasta que retires el acceso. No hay fecha de vencimiento.',
    howLongDays: (days) => `${days}, salvo que retires el acceso antes.`,
    details: 'Detalles',
    verifiedOrigin: 'Dirección verificada',
    redirectHost: 'Vuelves a',
    notShared: 'Tu contraseña no se comparte.',
    revokeTitle: 'Para retirar el acceso',
    revokeBefore: (application) => `A través de ${application} o en `,
    revokeAfter: '.',
    allow: 'Permitir',
    deny: 'Rechazar',
  },
  success: {
    title: 'Tu cuenta está conectada',
  },
  denied: {
    title: 'No se compartió nada',
    body: (application) => `${application} no tiene acceso. Puedes cerrar esta ventana.`,
  },
};
