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
    title: '¿Salir sin conectar?',
    advice: 'Tendrás que empezar de nuevo.',
    stay: 'Continuar',
    leave: 'Salir',
  },
  back: 'Elegir otro proveedor',
  tryAgain: 'Reintentar',
  close: 'Cerrar',
  startAgain: 'Empezar de nuevo',
  failedTitle: 'Esto no ha funcionado',
  unnamedProvider: 'El proveedor',
  unnamedDomain: 'su propio sitio',
  offlineTitle: 'No tienes conexión',
  problems: {
    access_denied: ({ application }) => `No se dio acceso, así que ${application} no recibió nada.`,
    account_locked: ({ provider, domain }) =>
      `${provider} ha bloqueado esta cuenta. Desbloquéala en ${domain} y vuelve a intentarlo aquí.`,
    connection_lost: () => 'Se interrumpió la conexión. Compruébala e inténtalo de nuevo.',
    host_gone: ({ application }) =>
      `${application} ya no responde. Puede que su página se haya recargado o cerrado. No se ha compartido nada. Vuelve a ${application} y conéctate de nuevo desde allí.`,
    invalid_credentials: ({ provider }) =>
      `${provider} no ha aceptado este usuario y esta contraseña. Revísalos e inténtalo de nuevo.`,
    invalid_one_time_code: () =>
      'Ese código no es correcto o ya no es válido. Escribe el último que hayas recibido.',
    invalid_request: () => 'Algo ha fallado en esta página. Empieza de nuevo.',
    invalid_step: () =>
      'Esta página se ha desfasado, quizá porque estaba abierta dos veces. Empieza de nuevo.',
    no_host: () =>
      'Esta página solo funciona cuando la abre una aplicación. Vuelve a la aplicación y conéctate desde allí.',
    not_received: ({ application }) =>
      `${application} no ha confirmado la conexión. Vuelve a ${application}. Si allí no aparece que estás conectado, conéctate de nuevo.`,
    offline: () => 'No tienes conexión. Lo intentaremos de nuevo en cuanto la recuperes.',
    origin_not_allowed: ({ application }) =>
      `Este sitio web no está registrado para conectar cuentas con ${application}.`,
    protocol_error: ({ application }) =>
      `${application} y esta página no se entienden. Avisa a ${application}.`,
    provider_unavailable: ({ provider }) =>
      `${provider} no responde en este momento. Tu cuenta no tiene ningún problema.`,
    rate_limited: () => 'Demasiados intentos. Espera un minuto e inténtalo de nuevo.',
    server_error: () => 'Algo falló en nuestros servidores. No se ha compartido nada.',
    session_expired: () =>
      'Ha pasado más tiempo del que mantenemos abierta una sesión. Empieza de nuevo.',
    submission_limit_reached: ({ application }) =>
      `La aplicación de prueba ${application} ha agotado sus envíos.`,
    timeout: () => 'No hubo respuesta a tiempo. Inténtalo de nuevo.',
    unknown_client: () => 'La aplicación que te ha traído aquí no está registrada.',
  },
  waiting: {
    start: 'Preparando…',
    select: 'Abriendo el inicio de sesión…',
    back: 'Volviendo…',
    login: 'Iniciando sesión…',
    mfa: 'Comprobando el código…',
    allow: 'Conectando…',
    deny: 'Cancelando…',
    stillWorking: (provider) => `Seguimos en ello. ${provider} está tardando un poco.`,
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
    usernameWrong: 'Revisa el usuario.',
    passwordWrong: 'Escribe otra vez la contraseña.',
  },
  test: {
    title: 'Acceso de prueba',
    hintBefore: 'Usa ',
    hintBetween: ' con la contraseña ',
    hintAfter: '.',
    submissions: (left, limit) =>
      plurals.select(left) === 'one'
        ? `Queda ${numbers.format(left)} envío de ${numbers.format(limit)}.`
        : `Quedan ${numbers.format(left)} envíos de ${numbers.format(limit)}.`,
  },
  mfa: {
    title: 'Escribe tu código',
    lead: (provider) => `${provider} te ha enviado un código de un solo uso.`,
    code: 'Código de un solo uso',
    submit: 'Continuar',
    codeMissing: 'Escribe el código.',
  },
  consent: {
    title: (application, provider) =>
      `¿Compartir tu información de ${provider} con ${application}?`,
    account: 'Cuenta',
    sharedWith: 'Se comparte con',
    verifiedOrigin: 'Dirección verificada',
    redirectHost: 'Vuelves a',
    whatTitle: 'Qué se comparte',
    what: [
      'Tus declaraciones de impuestos y los formularios que contienen',
      'Tu nombre, dirección y estado civil tributario tal como aparecen en ellas',
    ],
    notShared: 'Tu contraseña no se comparte.',
    howLongTitle: 'Por cuánto tiempo',
    howLong: 'Hasta que lo canceles. No hay fecha de fin.',
    revokeTitle: 'Cómo cancelarlo',
    revokeBefore: (application) => `Pide a ${application} que se desconecte, o quítala en `,
    revokeAfter: ', en aplicaciones conectadas.',
    allow: 'Permitir',
    deny: 'No permitir',
  },
  success: {
    title: 'Ya estás conectado',
    body: (application) => `${application} está terminando la conexión.`,
    popup: 'Esta ventana se cierra sola.',
  },
  denied: {
    title: 'No se ha compartido nada',
    body: (application) => `${application} no tiene acceso. Puedes cerrar esta ventana.`,
  },
};
