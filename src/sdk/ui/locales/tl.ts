import type { Texts } from './create-translation.ts';

/** Tagalog. */
export const texts: Texts = {
  lang: 'tl',
  dir: 'ltr',
  title: 'Ikonekta ang tax account mo',
  to: 'sa #',
  promise: 'Hindi makikita ng # ang password mo.',
  test: 'Test',
  back: 'Bumalik',
  close: 'Isara',
  frame: 'Mag-sign in sa tax account mo',
  loading: 'Naglo-load…',
  opening: 'Binubuksan…',
  finishing: 'Tinatapos…',
  waiting: 'Ginagawa pa rin…',
  connected: 'Nakakonekta na ang account mo',
  interrupted: 'Naputol ang huling subok mo. Magsimula ulit.',
  search: 'Maghanap ng provider',
  popular: 'Sikat',
  others: 'Lahat ng provider',
  unavailable: 'Hindi available ngayon',
  results: { other: '# resulta' },
  noResult: ['Walang provider para sa “#”', 'I-check ang spelling o subukan ang ibang pangalan.'],
  clear: 'I-clear ang hinanap',
  notListed: 'Wala sa listahan ang provider ko',
  unlisted: [
    'Hindi pa suportado ang provider mo',
    'Sabihin sa support ng # kung alin ang gamit mo.',
  ],
  empty: ['Wala pang available na provider', 'Subukan ulit mamaya.'],
  popup: {
    offered: ['Magpatuloy sa bagong window', 'May sariling window ang pag-sign in.'],
    blocked: ['Na-block ang window', 'Pindutin ang “Buksan ang window” o payagan ang mga pop-up.'],
    waiting: ['Magpatuloy sa kabilang window', 'Tutuloy ang page na ito kapag tapos ka na roon.'],
    closed: [
      'Isinara ang window',
      'Hindi pa nakakonekta ang account mo. Buksan ulit ito para magpatuloy.',
    ],
  },
  number: [
    'Ilagay ang # sa kabilang window',
    'Itinatanong nito kung ikaw ang nagbukas. Huwag sabihin ang numerong ito kaninuman.',
  ],
  open: 'Buksan ang window',
  reopen: 'Buksan ulit',
  show: 'Ipakita ang window',
  here: 'Magpatuloy dito',
  cancel: 'Kanselahin',
  exit: ['Umalis nang hindi ikinokonekta ang account mo?', 'Kakailanganin mong magsimula ulit.'],
  stay: 'Manatili',
  leave: 'Umalis',
  retry: 'Subukan ulit',
  another: 'Pumili ng ibang provider',
  reload: 'I-reload ang page',
  reference: 'Reference',
  copy: 'Kopyahin',
  copied: 'Nakopya',
  unconfirmed: [
    'Hindi kinumpirma ng # ang koneksyon',
    'Tingnan kung nakakonekta ang account mo. Kung hindi, kumonekta ulit.',
  ],
  errors: {
    invalid_options: [
      'Mali ang setup ng page na ito',
      'Makipag-ugnayan sa support ng # at ibigay ang reference na ito.',
    ],
    unsupported_browser: ['Masyadong luma ang browser mo', 'I-update ito o gumamit ng iba.'],
    load_timeout: ['Masyado itong matagal', 'Tingnan ang internet mo at subukan ulit.'],
    frame_blocked: [
      'Na-block ng page na ito ang pag-sign in',
      'Makipag-ugnayan sa support ng # at ibigay ang reference na ito.',
    ],
    offline: ['Offline ka', 'Awtomatiko kaming susubok ulit kapag online ka na.'],
    connection_lost: [
      'Nawala ang koneksyon sa internet',
      'Hindi nakonekta ang account mo. Subukan ulit.',
    ],
    protocol_error: [
      'May natanggap kaming di-inaasahang sagot',
      'Subukan ulit. Kung maulit, makipag-ugnayan sa support ng #.',
    ],
    unsupported_version: [
      'Luma na ang page na ito',
      'I-reload ito. Kung maulit, makipag-ugnayan sa support ng #.',
    ],
    unknown_client: [
      'Hindi nakarehistro ang application na ito',
      'Makipag-ugnayan sa support ng # at ibigay ang reference na ito.',
    ],
    origin_not_allowed: [
      'Hindi puwedeng magkonekta ng account ang site na ito',
      'Tingnan ang address. Kung tama, makipag-ugnayan sa support ng #.',
    ],
    provider_unavailable: [
      'Hindi available ang provider na ito',
      'Hindi sa account mo ang problema. Subukan ulit mamaya.',
    ],
    submission_limit_reached: [
      'Naubos na ang mga test sign-in',
      'Puwedeng itaas ng mga developer ng application ang limit.',
    ],
    session_expired: ['Nag-expire na ang session mo', 'Magsimula ulit.'],
    rate_limited: [
      'Masyado nang maraming beses na sinubukan',
      'Maghintay ng ilang minuto at subukan ulit.',
    ],
    access_denied: [
      'Hindi pinayagan ang access',
      'Walang naibahagi. Subukan ulit kung gusto mong ikonekta ang account mo.',
    ],
    callback_failed: [
      'Hindi natapos ang pagkonekta',
      'Naka-sign in ka, pero hindi na-save ng # ang koneksyon. Kakailanganin mong mag-sign in ulit.',
    ],
    server_error: ['Nagkaproblema sa panig namin', 'Subukan ulit pagkalipas ng ilang minuto.'],
  },
};
