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
    stay: 'Continuar',
    leave: 'Salir',
  },
  back: 'Elegir otro proveedor',
  tryAgain: 'Reintentar',
  pressAgain: (button) => `Pulsa «${button}» otra vez.`,
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
    mfa: 'Comprobando el código…',
    resend: 'Enviando…',
    push: 'Esperando tu aprobación…',
    allow: 'Conectando…',
    deny: 'Cancelando…',
    end: 'Retirando el acceso…',
    stillWorking: (provider) => `Seguimos en ello. ${provider} está tardando más de lo habitual.`,
  },
  question: {
    title: (application) => `¿Acabas de pulsar «Conectar» en ${application}?`,
    leadBefore: 'Continúa solo si lo has pulsado tú hace un momento, en ',
    leadAfter: '.',
    number: 'Número',
    numberHint: (application) =>
      `${application} muestra 4 cifras. Si no muestra ninguna, cierra esta ventana y conecta de nuevo.`,
    numberMissing: 'Introduce el número.',
    confirm: 'Sí, continuar',
    refuse: 'No, no he sido yo',
  },
  link: {
    title: (application) => `Conecta tu cuenta fiscal a ${application}`,
    titleAgain: (application) => `Vuelve a conectar tu cuenta a ${application}`,
    decide: 'Después ves qué se compartiría, y lo permites o no.',
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
    usernameMissing: 'Escribe tu usuario.',
    passwordMissing: 'Escribe tu contraseña.',
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
    title: 'Escribe tu código',
    lead: (provider) => `${provider} te ha enviado un código de un solo uso.`,
    sentBefore: (provider) => `${provider} ha enviado un código de un solo uso a `,
    sentAfter: '.',
    code: 'Código de un solo uso',
    submit: 'Continuar',
    codeMissing: 'Escribe el código.',
    digits: (length) => `${numbers.format(length)} dígitos. Continuaremos en cuanto los escribas.`,
    missing: '¿No lo has recibido?',
    missingAdvice: 'Puede tardar unos minutos. Mira también en la carpeta de spam.',
    missingStill: (provider) =>
      `¿Sigue sin llegar? Inicia sesión de nuevo o contacta con ${provider}.`,
  },
  challenge: {
    resend: 'Enviar de nuevo',
    resendIn: (seconds) => `en ${numbers.format(seconds)} s`,
    resent: 'Enviado de nuevo.',
    choiceTitle: 'Elige cómo continuar',
    choiceMissing: 'Elige una opción.',
    questionTitle: 'Una pregunta más',
    answer: 'Tu respuesta',
    answerMissing: 'Escribe tu respuesta.',
    fieldMissing: 'Rellena este campo.',
    pushTitle: 'Aprueba el inicio de sesión',
    pushLead: (provider) =>
      `${provider} te ha pedido que apruebes este inicio de sesión, por ejemplo en su aplicación.`,
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
    sharedWith: 'Con',
    whatFor: 'Finalidad',
    privacy: 'Privacidad',
    howLongTitle: 'Duración',
    howLong: 'Hasta que lo canceles. No hay fecha de vencimiento.',
    howLongDays: (days) => `${days}, salvo que lo canceles antes.`,
    details: 'Detalles',
    verifiedOrigin: 'Dirección verificada',
    redirectHost: 'Vuelves a',
    notShared: 'Tu contraseña no se comparte.',
    revokeTitle: 'Cancelar',
    revokeBefore: (application) => `A través de ${application} o en `,
    revokeAfter: '.',
    allow: 'Permitir',
    deny: 'No permitir',
  },
  success: {
    title: 'Tu cuenta está conectada',
    body: (application) => `${application} ya puede leer lo que has compartido.`,
    popup: 'Esta ventana se cierra sola.',
    endBefore: 'Puedes retirarlo en cualquier momento en ',
    endAfter: '.',
  },
  denied: {
    title: 'No se ha compartido nada',
    body: (application) => `${application} no tiene acceso. Puedes cerrar esta ventana.`,
  },
};
