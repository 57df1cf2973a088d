import type { Texts } from './create-translation.ts';

/** Tagalog. */
export const texts: Texts = {
  lang: 'tl',
  dir: 'ltr',
  title: 'Ikonekta ang tax account mo',
  to: 'sa #',
  test: 'Pagsubok',
  back: 'Bumalik',
  close: 'Isara',
  frame: 'Mag-log in sa tax account mo',
  loading: 'Naglo-load…',
  opening: 'Binubuksan…',
  finishing: 'Tinatapos…',
  waiting: 'Tuloy pa rin…',
  connected: 'Nakakonekta na ang account mo',
  interrupted: 'Naputol ang huling subok, kaya magsisimula ulit.',
  search: 'Maghanap ng provider',
  popular: 'Sikat',
  others: 'Lahat ng provider',
  unavailable: 'Hindi available ngayon',
  results: { other: '# resulta' },
  noResult: ['Walang provider para sa “#”', 'Tingnan ang baybay o subukan ang ibang pangalan.'],
  clear: 'I-clear ang hinanap',
  notListed: 'Wala sa listahan ang provider ko',
  unlisted: [
    'Hindi pa namin ito maikonekta',
    'Mga nasa listahan lang ang puwede. Sabihin sa application kung alin ang kailangan mo.',
  ],
  empty: ['Wala pang provider', 'Wala pang maikokonekta ang application na ito. Bumalik mamaya.'],
  popup: {
    offered: ['Magpatuloy sa bagong window', 'Kailangan ng login ng sariling window.'],
    blocked: [
      'Na-block ang window',
      'Buksan ito gamit ang button o payagan ang pop-up sa page na ito.',
    ],
    waiting: ['Magpatuloy sa kabilang window', 'Tutuloy ang page na ito kapag tapos ka na roon.'],
    closed: ['Isinara ang window', 'Wala pang nakakonekta. Buksan ulit ito para magpatuloy.'],
  },
  open: 'Buksan ang window',
  reopen: 'Buksan ulit',
  show: 'Ipakita ang window',
  here: 'Magpatuloy dito',
  cancel: 'Kanselahin',
  exit: ['Umalis nang hindi kumokonekta?', 'Kakailanganin mong magsimula ulit.'],
  stay: 'Ituloy',
  leave: 'Umalis',
  retry: 'Subukan ulit',
  reference: 'Reference',
  copy: 'Kopyahin',
  copied: 'Nakopya',
  errors: {
    invalid_options: [
      'Mali ang setup ng page na ito',
      'I-report ito kasama ang reference sa ibaba.',
    ],
    unsupported_browser: ['Masyadong luma ang browser mo', 'I-update ito o gumamit ng iba.'],
    load_timeout: ['Masyado itong matagal', 'Tingnan ang internet mo at subukan ulit.'],
    frame_blocked: [
      'Na-block ng page na ito ang login',
      'Sabihin sa namamahala ang tungkol sa security policy nito.',
    ],
    popup_blocked: [
      'Nag-block ng window ang browser mo',
      'Payagan ang pop-up sa page na ito at subukan ulit.',
    ],
    popup_closed: [
      'Isinara ang window ng login',
      'Walang nakakonekta. Subukan ulit para magbukas ng bago.',
    ],
    opener_severed: ['Nawala ang window ng login', 'Isara ito kung bukas pa at subukan ulit dito.'],
    offline: ['Offline ka', 'Tutuloy kami kapag online ka na.'],
    connection_lost: ['Nawala ang koneksyon', 'Walang nakakonekta. Subukan ulit.'],
    protocol_error: [
      'May natanggap kaming di-inaasahang sagot',
      'Subukan ulit. Kung maulit ito, i-report.',
    ],
    unsupported_version: [
      'Luma na ang page na ito',
      'I-reload ito. Kung hindi pa rin, kailangan itong i-update.',
    ],
    unknown_client: [
      'Hindi namin kilala ang application na ito',
      'Kailangan muna itong irehistro.',
    ],
    origin_not_allowed: [
      'Hindi puwedeng magkonekta ng account ang site na ito',
      'Tingnan ang address. Kung tama, sabihin sa site.',
    ],
    provider_unavailable: [
      'Hindi available ang provider na ito',
      'Pumili ng iba o bumalik mamaya.',
    ],
    submission_limit_reached: [
      'Naubos na ang mga test login',
      'Puwedeng itaas ng mga developer ng application ang limit.',
    ],
    session_expired: [
      'Nag-expire na ang session mo',
      'Subukan ulit; kakailanganin mong mag-log in muli.',
    ],
    rate_limited: ['Masyadong maraming pagsubok', 'Maghintay ng ilang minuto at subukan ulit.'],
    access_denied: [
      'Hindi pinayagan ang access',
      'Pribado pa rin ang account mo. Subukan ulit para baguhin ito.',
    ],
    callback_failed: [
      'Hindi natapos ang pagkonekta',
      'Naka-log in ka, pero nagkamali ang application. Subukan ulit.',
    ],
    server_error: [
      'May nangyaring mali sa panig namin',
      'Subukan ulit pagkalipas ng ilang minuto.',
    ],
  },
};
