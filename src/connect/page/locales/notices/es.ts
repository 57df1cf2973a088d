import type { PageText } from '../en.ts';

/** Spanish. */
export const problems: PageText['problems'] = {
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
  not_approved: () => ['El inicio de sesión no se aprobó', 'Si fue un error, inténtalo de nuevo.'],
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
  request_blocked: () => [
    'Un cortafuegos ha rechazado esto',
    'No se ha compartido nada. Los mismos datos se rechazarían otra vez. Contacta con el soporte del sitio e indica esta referencia.',
  ],
  server_error: () => [
    'Hubo un problema por nuestra parte',
    'No se ha compartido nada. Inténtalo de nuevo en unos minutos.',
  ],
  session_expired: () => ['Tu sesión ha caducado', 'No se ha compartido nada. Empieza de nuevo.'],
  session_ended: ({ application }) => [
    'Este enlace ya no funciona',
    `Ha caducado, ya se ha usado o se ha anulado. Vuelve a ${application} y empieza allí.`,
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
    'Contacta con su soporte e indica esta referencia.',
  ],
  wrong_number: ({ application }) => [
    'Ese número no es correcto',
    `Introduce el que muestra ${application} ahora.`,
  ],
};

/** Spanish. */
export const linkEnds: PageText['link']['over'] = {
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
};
