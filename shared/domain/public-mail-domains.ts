/**
 * Domains at which anybody gets a mailbox: of mail providers of the world, of providers of Internet access in Argentina and around
 * it, and of boxes to throw away. Source: npm package free-email-domains 1.12.6, and the providers' own pages.
 */
export const publicMailDomains: ReadonlySet<string> = new Set(
  `
  gmail.com googlemail.com icloud.com me.com mac.com aol.com aim.com passport.com windowslive.com myyahoo.com
  proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tutamail.com tuta.com tuta.io keemail.me hushmail.com hey.com duck.com
  gmx.com gmx.net gmx.de gmx.at gmx.ch gmx.es gmx.fr gmx.us gmx.co.uk web.de mail.com email.com usa.com post.com inbox.com lycos.com excite.com
  zoho.com zohomail.com fastmail.com fastmail.fm yandex.com yandex.ru ya.ru mail.ru inbox.ru list.ru bk.ru rambler.ru
  qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com aliyun.com 139.com 189.cn naver.com daum.net hanmail.net nate.com
  rediffmail.com latinmail.com starmedia.com tutopia.com mixmail.com topmail.com.ar

  fibertel.com.ar cablevision.com.ar arnet.com.ar speedy.com.ar ciudad.com.ar telecentro.com.ar personal.com.ar infovia.com.ar
  uolsinectis.com.ar sinectis.com.ar fullzero.com.ar argentina.com terra.com.ar ubbi.com ubbi.com.ar velocom.com.ar datamarkets.com.ar
  flash.com.ar netverk.com.ar advancedsl.com.ar sion.com gigared.com express.com.ar telpin.com.ar cpenet.com.ar coopenet.com.ar

  terra.com terra.com.br uol.com.br bol.com.br ig.com.br globo.com globomail.com r7.com oi.com.br zipmail.com.br
  adinet.com.uy montevideo.com.uy vera.com.uy prodigy.net.mx vtr.net entelchile.net une.net.co cantv.net

  libero.it virgilio.it tiscali.it alice.it tin.it orange.fr wanadoo.fr laposte.net free.fr sfr.fr neuf.fr telefonica.net ono.com
  t-online.de freenet.de arcor.de btinternet.com ntlworld.com sky.com talktalk.net seznam.cz centrum.cz wp.pl o2.pl onet.pl interia.pl
  abv.bg ukr.net i.ua comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com optonline.net
  shaw.ca rogers.com sympatico.ca bigpond.com optusnet.com.au xtra.co.nz

  mailinator.com guerrillamail.com sharklasers.com yopmail.com 10minutemail.com temp-mail.org trashmail.com maildrop.cc getnada.com dispostable.com
  `
    .trim()
    .split(/\s+/),
);

/** Providers with a domain for each country: yahoo.com.ar, hotmail.es, outlook.cl. */
export const publicMailFamilies = /^(yahoo|ymail|rocketmail|hotmail|outlook|live|msn)\.(com|(com?\.)?[a-z]{2})$/;
