import type { PageText } from './en.ts';

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
  reference: 'Referencia',
  copy: 'Copiar',
  copied: 'Copiado',
  unnamedProvider: 'El proveedor',
  unnamedDomain: 'su propio sitio',
  problems: {
    access_denied: ({ application }) => [
      'No se permitió el acceso',
      `No se compartió nada con ${application}.`,
    ],
    account_locked: ({ provider, domain }) => [
      `${provider} ha bloqueado esta cuenta`,
      `Desbloquéala en ${domain} y vuelve a intentarlo aquí.`,
    ],
    connection_lost: () => [
      'Se perdió la conexión',
      'Revisa tu conexión a internet e inténtalo de nuevo.',
    ],
    different_account: ({ provider }) => [
      'Esta es otra cuenta',
      `No ha cambiado nada. Inicia sesión en ${provider} con la cuenta que conectaste.`,
    ],
    host_gone: ({ application }) => [
      `${application} no responde`,
      `Puede que su página se haya recargado o cerrado. No se ha compartido nada. Vuelve a ${application} y conecta tu cuenta de nuevo desde allí.`,
    ],
    invalid_answer: ({ provider }) => [
      `${provider} no aceptó esa respuesta`,
      'Compruébala e inténtalo de nuevo.',
    ],
    invalid_credentials: ({ provider }) => [
      `${provider} no ha aceptado este inicio de sesión`,
      'Revisa los datos e inténtalo de nuevo.',
    ],
    invalid_one_time_code: () => [
      'Revisa el código',
      'Ese código no es correcto o ha caducado. Escribe el último que hayas recibido.',
    ],
    invalid_options: () => [
      'Esta página está mal configurada',
      'Contacta con el soporte del sitio e indica esta referencia.',
    ],
    invalid_request: () => [
      'Hubo un problema en esta página',
      'No se ha compartido nada. Empieza de nuevo.',
    ],
    invalid_step: () => [
      'Esta página ya no es válida',
      'Puede que estuviera abierta dos veces. Empieza de nuevo.',
    ],
    no_host: () => [
      'Abre esta página desde una aplicación',
      'Solo funciona cuando la abre una aplicación. Vuelve a la aplicación y conecta tu cuenta desde allí.',
    ],
    not_approved: () => [
      'El inicio de sesión no se aprobó',
      'Si fue un error, inténtalo de nuevo.',
    ],
    not_received: ({ application }) => [
      `${application} no ha confirmado la conexión`,
      `Vuelve a ${application}. Si tu cuenta no aparece como conectada, conéctala de nuevo desde allí.`,
    ],
    offline: () => ['No tienes conexión', 'Lo reintentaremos automáticamente cuando vuelva.'],
    origin_not_allowed: ({ application }) => [
      'Este sitio no puede conectar cuentas',
      `No está registrado para ${application}. Contacta con el soporte del sitio e indica esta referencia.`,
    ],
    protocol_error: ({ application }) => [
      `Esta página no puede comunicarse con ${application}`,
      'Contacta con el soporte de la aplicación.',
    ],
    provider_unavailable: ({ provider }) => [
      `${provider} no está disponible ahora`,
      'Tu cuenta no tiene ningún problema. Inténtalo de nuevo más tarde.',
    ],
    rate_limited: () => ['Demasiados intentos', 'Espera un minuto e inténtalo de nuevo.'],
    server_error: () => [
      'Hubo un problema por nuestra parte',
      'No se ha compartido nada. Inténtalo de nuevo en unos minutos.',
    ],
    session_expired: () => ['Tu sesión ha caducado', 'No se ha compartido nada. Empieza de nuevo.'],
    session_ended: ({ application }) => [
      'Este enlace ya no funciona',
      `Ha caducado, ya se ha usado o se ha anulado. Vuelve a ${application} y empieza allí.`,
    ],
    submission_limit_reached: ({ application }) => [
      'No quedan intentos de prueba',
      `Los desarrolladores de ${application} pueden ampliar el límite.`,
    ],
    timeout: () => [
      'Esto está tardando demasiado',
      'Revisa tu conexión a internet e inténtalo de nuevo.',
    ],
    unknown_client: () => [
      'Esta aplicación no está registrada',
      'Contacta con su soporte e indica esta referencia.',
    ],
    wrong_number: ({ application }) => [
      'Ese número no es correcto',
      `Introduce el que muestra ${application} ahora.`,
    ],
  },
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
    over: {
      connected: () => [
        'Tu cuenta está conectada',
        'Este enlace ya ha cumplido su función. Puedes cerrar esta página.',
      ],
      denied: (application) => [
        'No se ha compartido nada',
        `No permitiste el acceso con este enlace. Si cambias de opinión, pide un enlace nuevo a ${application}.`,
      ],
      canceled: (application) => [
        'Este enlace se ha anulado',
        `No se ha compartido nada. Si aún quieres conectar tu cuenta, pide un enlace nuevo a ${application}.`,
      ],
      expired: (application) => [
        'Este enlace ha caducado',
        `No se ha compartido nada. Pide un enlace nuevo a ${application}.`,
      ],
      incomplete: () => [
        'Abre el enlace otra vez',
        'Esta página ya no lo tiene. Ábrelo desde el mensaje que recibiste.',
      ],
      left: () => [
        'No se ha compartido nada',
        'El enlace sigue funcionando. Empieza de nuevo ahora o ábrelo más tarde.',
      ],
    },
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
    labelBefore: 'Conectaste esta cuenta como ',
    labelAfter: '.',
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
    revokeTitle: 'Para cancelar',
    revokeBefore: (application) => `A través de ${application} o en `,
    revokeAfter: '.',
    allow: 'Permitir',
    deny: 'No permitir',
  },
  manage: {
    title: 'Aplicaciones con acceso',
    lead: 'Inicia sesión con tu proveedor para ver qué aplicaciones pueden leer tu información y para retirarles el acceso.',
    promiseAfter: '. Ninguna aplicación ve tu contraseña.',
    listTitle: 'Estas aplicaciones tienen acceso',
    none: 'Ninguna aplicación tiene acceso',
    since: 'Desde',
    until: 'Hasta',
    untilEnded: 'Que lo retires',
    lastRead: 'Última lectura',
    never: 'Todavía ninguna',
    end: 'Retirar acceso',
    endOf: (application) => `Retirar acceso a ${application}`,
    question: (application) => `¿Retirar el acceso a ${application}?`,
    consequence: (application) =>
      `${application} no podrá leer nada más. Es posible que conserve lo que ya ha leído.`,
    keep: 'Mantener acceso',
    ended: (application) => `${application} ya no tiene acceso.`,
    whereBefore: 'Puedes retirarlo en cualquier momento en ',
    whereAfter: '.',
  },
  success: {
    title: 'Tu cuenta está conectada',
    body: (application) => `${application} ya puede leer lo que has compartido.`,
    popup: 'Esta ventana se cierra sola.',
  },
  denied: {
    title: 'No se ha compartido nada',
    body: (application) => `${application} no tiene acceso. Puedes cerrar esta ventana.`,
  },
};
