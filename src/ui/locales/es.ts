import type { Messages } from './messages.ts';

const again = 'Inténtalo de nuevo.';
const later = 'Inténtalo de nuevo dentro de unos minutos.';
const network = 'Comprueba tu conexión a internet e inténtalo de nuevo.';
const application = 'Avisa a la aplicación que te ha traído aquí.';
const plurals = new Intl.PluralRules('es');

/** Spanish. */
export const messages: Messages = {
  lang: 'es',
  dir: 'ltr',
  title: 'Conecta tu cuenta de impuestos',
  to: (name) => `con ${name}`,
  test: 'Prueba',
  back: 'Atrás',
  close: 'Cerrar',
  frame: 'Inicia sesión en tu cuenta de impuestos',
  loading: 'Cargando…',
  opening: 'Abriendo…',
  finishing: 'Terminando…',
  waiting: 'Seguimos en ello…',
  connected: 'Tu cuenta está conectada',
  search: 'Buscar proveedores',
  popular: 'Populares',
  others: 'Todos los proveedores',
  unavailable: 'No disponible en este momento',
  results: (count) => `${count} ${plurals.select(count) === 'one' ? 'resultado' : 'resultados'}`,
  noResult: (query) => `No hay ningún proveedor que coincida con «${query}»`,
  clear: 'Borrar búsqueda',
  notListed: 'Mi proveedor no está en la lista',
  exit: ['¿Salir sin conectar?', 'Tendrás que empezar de nuevo.'],
  stay: 'Continuar',
  leave: 'Salir',
  retry: 'Reintentar',
  reference: 'Referencia',
  copy: 'Copiar',
  copied: 'Copiado',
  errors: {
    invalid_options: ['Esta página no está bien configurada', application],
    unsupported_browser: ['Tu navegador es demasiado antiguo', 'Actualízalo o usa otro.'],
    load_timeout: ['Esto está tardando demasiado', network],
    frame_blocked: ['Esta página ha bloqueado el inicio de sesión', application],
    popup_blocked: [
      'Tu navegador ha bloqueado una ventana',
      'Permite las ventanas emergentes de esta página e inténtalo de nuevo.',
    ],
    popup_closed: ['Se cerró la ventana de inicio de sesión', again],
    opener_severed: ['Perdimos la ventana de inicio de sesión', again],
    offline: ['No tienes conexión', network],
    connection_lost: ['Se perdió la conexión', network],
    protocol_error: ['Recibimos una respuesta inesperada', later],
    unsupported_version: ['Esta página necesita una actualización', application],
    unknown_client: ['No conocemos esta aplicación', application],
    origin_not_allowed: ['Esta página no puede conectar cuentas', application],
    provider_unavailable: ['Este proveedor no está disponible', 'Elige otro o prueba más tarde.'],
    submission_limit_reached: ['Se alcanzó el límite de inicios de sesión de prueba', application],
    session_expired: ['Tu sesión ha caducado', again],
    rate_limited: ['Demasiados intentos', later],
    access_denied: ['No se permitió el acceso', again],
    callback_failed: ['No pudimos terminar la conexión', again],
    server_error: ['Algo falló en nuestros servidores', later],
  },
};
