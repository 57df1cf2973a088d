import type { PageText } from '../en.ts';

/** Spanish. */
export const problems: PageText['problems'] = {
  access_denied: ({ application }) => [
    'No se permitió el acceso',
    `No se compartió nada con ${application}.`,
  ],
  account_locked: ({ provider, domain }) => [
    `${provider} bloqueó esta cuenta`,
    `Desbloquéala en ${domain} y vuelve a intentarlo aquí.`,
  ],
  connection_lost: () => [
    'Se perdió la conexión',
    'Revisa tu conexión a internet e inténtalo de nuevo.',
  ],
  different_account: ({ provider }) => [
    'Esta es otra cuenta',
    `No cambió nada. Inicia sesión en ${provider} con la cuenta que conectaste.`,
  ],
  host_gone: ({ application }) => [
    `${application} no responde`,
    `Es posible que su página se haya recargado o cerrado. No se compartió nada. Vuelve a ${application} y conecta tu cuenta de nuevo desde allí.`,
  ],
  invalid_answer: ({ provider }) => [
    `${provider} no aceptó esa respuesta`,
    'Verifícala e inténtalo de nuevo.',
  ],
  invalid_credentials: ({ provider }) => [
    `${provider} no aceptó este inicio de sesión`,
    'Revisa los datos e inténtalo de nuevo.',
  ],
  invalid_one_time_code: () => [
    'Revisa el código',
    'Ese código no es correcto o venció. Ingresa el último que recibiste.',
  ],
  invalid_options: ({ application }) => [
    'Esta página está mal configurada',
    `Comunícate con el soporte de ${application} e indica esta referencia.`,
  ],
  invalid_request: () => [
    'Hubo un problema en esta página',
    'No se compartió nada. Empieza de nuevo.',
  ],
  invalid_step: () => [
    'Esta página ya no es válida',
    'Es posible que estuviera abierta en dos ventanas. Empieza de nuevo.',
  ],
  no_host: () => [
    'Abre esta página desde una aplicación',
    'Solo funciona cuando la abre una aplicación. Vuelve a la aplicación y conecta tu cuenta desde allí.',
  ],
  not_approved: () => ['El inicio de sesión no se aprobó', 'Si fue un error, inténtalo de nuevo.'],
  not_received: ({ application }) => [
    `${application} no confirmó la conexión`,
    `Vuelve a ${application}. Si tu cuenta no aparece como conectada, conéctala de nuevo desde allí.`,
  ],
  offline: () => ['No tienes conexión', 'Lo reintentaremos automáticamente cuando vuelva.'],
  origin_not_allowed: ({ application }) => [
    'Este sitio no puede conectar cuentas',
    `No está registrado para ${application}. Comunícate con su soporte e indica esta referencia.`,
  ],
  protocol_error: ({ application }) => [
    `Esta página no puede comunicarse con ${application}`,
    `Comunícate con el soporte de ${application}.`,
  ],
  provider_unavailable: ({ provider }) => [
    `${provider} no está disponible ahora`,
    'El problema no es tu cuenta. Inténtalo de nuevo más tarde.',
  ],
  rate_limited: () => ['Demasiados intentos', 'Espera un minuto e inténtalo de nuevo.'],
  request_blocked: ({ application }) => [
    'Un firewall rechazó esto',
    `No se compartió nada. Los mismos datos se rechazarían otra vez. Comunícate con el soporte de ${application} e indica esta referencia.`,
  ],
  server_error: () => [
    'Hubo un problema de nuestro lado',
    'No se compartió nada. Inténtalo de nuevo en unos minutos.',
  ],
  session_expired: () => ['Tu sesión venció', 'No se compartió nada. Empieza de nuevo.'],
  session_ended: ({ application }) => [
    'Este enlace ya no funciona',
    `Venció, ya se usó o se anuló. Vuelve a ${application} y empieza allí.`,
  ],
  storage_blocked: ({ provider }) => [
    'Tu navegador bloquea el almacenamiento',
    `Sin él no puedes volver aquí desde ${provider}. Permite las cookies y los datos de sitios para esta página e inténtalo de nuevo.`,
  ],
  submission_limit_reached: ({ application }) => [
    'No quedan intentos de prueba',
    `Los desarrolladores de ${application} pueden ampliar el límite.`,
  ],
  timeout: () => [
    'Esto está tardando demasiado',
    'Revisa tu conexión a internet e inténtalo de nuevo.',
  ],
  too_many_attempts: () => ['Demasiados intentos', 'Espera un minuto e inténtalo de nuevo.'],
  unknown_client: () => [
    'Esta aplicación no está registrada',
    'Comunícate con su soporte e indica esta referencia.',
  ],
  wrong_number: ({ application }) => [
    'Ese número no coincide',
    `Ingresa el que muestra ${application} ahora.`,
  ],
};

/** Spanish. */
export const linkEnds: PageText['link']['over'] = {
  connected: () => [
    'Tu cuenta está conectada',
    'Este enlace ya cumplió su función. Puedes cerrar esta página.',
  ],
  denied: (application) => [
    'No se compartió nada',
    `Rechazaste el acceso con este enlace. Si cambias de opinión, pide un enlace nuevo a ${application}.`,
  ],
  canceled: (application) => [
    'Este enlace se anuló',
    `No se compartió nada. Si aún quieres conectar tu cuenta, pide un enlace nuevo a ${application}.`,
  ],
  expired: (application) => [
    'Este enlace venció',
    `No se compartió nada. Pide un enlace nuevo a ${application}.`,
  ],
  incomplete: () => [
    'Abre el enlace otra vez',
    'Esta página ya no lo tiene. Ábrelo desde el mensaje que recibiste.',
  ],
  left: () => [
    'No se compartió nada',
    'El enlace sigue funcionando. Empieza de nuevo ahora o ábrelo más tarde.',
  ],
};
