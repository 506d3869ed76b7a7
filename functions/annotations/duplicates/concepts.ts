/**
 * Words of one meaning, in English and German, as beginnings or parts of words without accents. They are general words
 * of websites and their faults, so that other wordings of a fault meet.
 */
const THINGS: Readonly<Record<string, RegExp>> = {
  picture: /^(?:image|photo|pictur|pic$|bild(?!sch)|foto|avatar|thumbnail|abbildung)|bild$|bilder$|foto$|picture/,
  profile: /^(?:profil|avatar)/,
  video: /^(?:video|clip|film|movie)/,
  sound: /^(?:sound|audio|ton$|tone$|hear|hore|horen|lautstark|volume|stumm|mute)/,
  subtitle: /^(?:subtitle|caption|untertitel)/,
  voucher: /voucher|coupon|discount|rabatt|gutschein|promo/,
  price: /^(?:price|pricing|cost|preis|kosten|expensive|teuer|cheap|billig)/,
  tax: /^(?:vat$|tax|mwst|mehrwertsteuer|umsatzsteuer|ust$|brutto|netto|gross$|net$)/,
  total: /^(?:total|sum$|sums|summe|betrag|gesamt|amount)/,
  payment: /^(?:pay|paid|payment|zahl(?!e)|bezahl|kauf|purchas|buy)/,
  charge: /^(?:charg|debit|abgebucht|abbuch|belast)/,
  order: /^(?:order(?!s?$ing)|bestell)/,
  invoice: /^(?:invoice|rechnung|bill$)/,
  address: /address|adress|anschrift/,
  place: /^(?:location|standort|street|stras|pin$|marker|markier|ort$|position)/,
  delivery: /deliver|shipping|liefer|versand|shipment/,
  day: /^(?:day|tag$|tage|date$|dates$|datum|week|woche|month|monat)/,
  time: /^(?:time|uhrzeit|zeit$|zeiten|hour|stunde|uhr$|oclock)/,
  password: /passwor/,
  login: /^(?:login|log$|signin|sign$|anmeld|einlogg|rein$)/,
  phone: /^(?:phone|mobil|handy|iphone|android|smartphone|tablet|ipad)/,
  number: /nummer|^(?:number|telefon|vat-id|digit|ziffer)/,
  menu: /^(?:menu|navigation|burger|hamburger|strich)/,
  confirm: /confirm|bestatig|receipt/,
  mail: /mail|^(?:inbox|postfach)/,
  form: /formular|^form$|^forms$/,
  newsletter: /newsletter/,
  search: /^(?:search|such|find|found|treffer|result|gefunden)/,
  filter: /filter/,
  sort: /^(?:sort|order$|reihenfolge|aufsteigend|absteigend|alphabet)/,
  cookie: /cookie/,
  consent: /^(?:accept|consent|zustimm|reject|ablehn|choice|auswahl)/,
  title: /^(?:headline|heading|title|uberschrift|titel)/,
  calendar: /kalender|calendar/,
  text: /^(?:text|schrift|paragraph|absatz|font)/,
  chart: /chart|diagram|graph|^(?:bar$|bars|balken|plot)/,
  table: /^(?:table|tabelle|column|spalte|row$|rows$|zeile)/,
  color:
    /colou?r|farb|^(?:black|white|grey|gray|green|blue|red$|grun|blau|rot$|schwarz|weiss|gelb|yellow|grau|pale|blass|hellgrau)/,
  contrast: /contrast|kontrast|^(?:pale|blass|light$|hell|grey|gray|grau)/,
  file: /^(?:file|datei|pdf|csv|zip|excel|document|dokument)/,
  characters: /umlaut|zeichen|^(?:character|sign$|signs|letter|buchstab|accent|glyph|emoji|kastchen)/,
  export: /export/,
  import: /import(?!an)/,
  upload: /upload|hochlad/,
  download: /download|herunterlad/,
  link: /^(?:link|url$|verweis)/,
  invite: /invit|einlad/,
  member: /member|mitglied|colleague|kolleg|coworker/,
  seat: /^(?:seat|platz|platze|sitz|place$)/,
  booking: /reserv|^(?:book|buch(?!st)|gebucht)/,
  question: /^(?:question|frage|answer|antwort|faq)/,
  returns: /^(?:return|retour|ruckgabe|rucksend)/,
  account: /^(?:account|konto)/,
  language: /^(?:language|sprach|english|englis|french|fran|german|deutsch|translat|ubersetz)/,
  quantity: /^(?:quantity|menge|anzahl|amount|piece|stuck|items$)/,
  map: /^(?:map$|maps$|karte$|landkarte)/,
  zoom: /zoom|^(?:wheel|mausrad)/,
  button: /^(?:button|knopf|schaltflach|taste$)/,
  apply: /^(?:apply|appli|bewerb)/,
  chat: /chat/,
  step: /^(?:step|schritt)/,
  event: /^(?:event|concert|termin|veranstalt|konzert)/,
  country: /^(?:countr|land$|lander|lieferland)/,
  course: /^(?:course|kurs)/,
  decimal: /^(?:decimal|comma|komma|dezimal|separator|trennzeich)/,
  cent: /^(?:cent|round|rund)/,
  copy: /^(?:copy|copie|kopier|paste|pasting|einfug|clipboard)/,
  send: /^(?:send|sent$|abschick|abgeschickt|absend|gesendet|geschickt|schick|submit)/,
  keyboard: /^(?:keyboard|tastatur|enter$|eingabetaste|tab$)/,
};

/** Faults in the words of many faults: matched in the whole text. */
const FAULTS: Readonly<Record<string, RegExp>> = {
  unresponsive:
    /\bno effect|\bnothing happens|\b(?:do|does|did) nothing|\bdo(?:es)? ?n[o']?t (?:\w+ )?(?:respond|react|open|expand|work)|changes nothing|stays (?:closed|shut)|\bwithout effect|(?:passiert|geschieht|bewirkt|macht|tut|andert)\b.*\bnichts|nichts passiert|reagiert\b.*\bnicht|(?:geht|klappt|offnet)\b.*\bnicht|nicht (?:auf$|offnen|auf\b)|ohne wirkung|not expand/,
  empty:
    /\bempty|\bblank|\bno (?:bars|results?|data|entries)|\bshows? nothing|with nothing in|\bwhite (?:page|window)|\bleer\w*|ohne inhalt|keine (?:balken|treffer|daten|eintrage)|zeigt nichts|finds? nothing|findet nichts|not find any/,
  absent:
    /\bmissing|\bis not (?:shown|there|listed)|not show up|\bmiss\b|\black\w*|not load|is broken|placeholder|can ?not see|\bnot see\b|got lost|\bfehl(?:t|en)\b|taucht\b.*\bnicht|nicht (?:da|angezeigt|gezeigt|zu sehen)|ladt nicht|kein\w* (?:foto|bild)|davon nichts|gibt es nicht|grey box|graue flache|zeigt\b.*\bnicht|not any/,
  silent: /no (?:sound|audio)|hear nothing|without sound|kein\w* (?:ton|audio)|hore\b.*\bnichts|stumm/,
  unconfirmed: /(?:no|never|not|nie|kein\w*|nicht)\b.*(?:confirm|bestatig|mail)/,
  refused:
    /reject|refus|wrong password|password is wrong|falsches passwort|passwort\b.*\bfalsch|abgelehnt|lehnt\b.*\bab|nimmt\b.*\bnicht\b.*\ban\b|nicht (?:akzeptiert|angenommen|erlaubt)|not accept|invalid|ungultig/,
  slow: /\bslow|seconds|\bminutes?\b|\bforever|takes|dauert|langsam|\bewig|wartet|warten|hangs|stuck/,
  twice: /\btwice|\bdouble|\bagain and|duplicat|doppelt|zweimal|repeats?\b|same (?:entry|articles)|mehrfach/,
  expired:
    /expire|abgelaufen|gilt nicht mehr|nicht mehr gultig|ungultig|ran out|lief\b.*\bab\b|over already|already over|schon vorbei/,
  illegible: /readable|legible|read this|contrast|pale|lesbar|lesen\b|kontrast|blass/,
  blurry: /blur|unscharf|pixel|verschwommen|fuzzy/,
  turned: /rotat|turned by|degrees|gedreht|\bgrad\b|sideways|upside/,
  cut: /cut off|\bis cut|truncat|half of|abgeschnitten|too long|wraps/,
  covers: /\bcovers?|overlap|in front of|verdeck|uberdeck|uberlapp|on top of/,
  garbled: /garbled|broken umlaut|weird|strange|komisch|kaputt|zerstort|gibberish|umlaut/,
  forgotten:
    /not (?:saved|remember|keep|stored)|comes back|again each|every (?:time|page)|resets?\b|stays the same|bleibt gleich|merkt\b.*\bnicht|nicht (?:gespeichert|gemerkt)|jedes mal|standig|auf jeder|wieder (?:weg|englisch|da)|\bkommt\b.*\bwieder/,
  unapplied:
    /ignores?\b|nothing was taken|taken off|nicht abgezogen|not (?:applied|deducted)|vollen preis|full price|sum stays|betrag bleibt/,
  dead: /\b404|not found|\bdead\b|nicht gefunden|\btot\b|ins leere|leads? nowhere|broken link|fehlerseite|existiert nicht/,
  error: /\berror\b|\bfehler(?:meldung)?\b|\b500\b|exception|crash|absturz/,
  typo: /typo|spell|misspel|tippfehler|schreibfehler|falsch geschrieben|instead of spring|title says|statt herbst|letter is missing/,
  disorder:
    /not in order|order is wrong|sorting is wrong|on top|comes before|durcheinander|steht\b.*\boben|kommt vor|nicht alphabet|not sorted|shuffled/,
  disabled:
    /greyed|grayed|gesperrt|ausgegraut|disabled|not let me (?:pick|choose|select)|can ?not (?:pick|choose|select)|kann\b.*\bnicht (?:wahlen|auswahlen)|\bkein\w* datum/,
  contradicts:
    /not match|differ|does not agree|stimmt nicht mit|uberein|verschieden|weicht|contradict|widerspr|but checkout says|checkout says|two different|hier \d.*(?:dort|kasse)/,
  outdated:
    /\bold\b|last (?:year|week)|outdated|veraltet|\balte[nr]?\b|letzte[nr]? (?:jahr|woche)|\bpast\b|upcoming|no longer true/,
  unclear:
    /not clear|unclear|with or without|please say|includ|mit oder ohne|ob\b.*(?:enthalten|brutto|netto)|steht nicht da|bitte angeben|unklar/,
  taken: /\btaken\b|\bsold\b|occupied|belegt|vergeben|verkauft|ausgebucht|\bvoll\b|\bfull$/,
  unlogged: /can ?not log|komme\b.*\brein|not log in/,
  failed:
    /fails?\b|failed|schlagt\b.*\bfehl|without (?:a )?message|no error|kein\w* fehler|ohne meldung|does nothing after|bricht\b.*\bab\b|\bstops\b/,
  misplaced: /wrong (?:location|place)|old (?:address|street)|falsch\w* (?:standort|ort)|alte\w* (?:adresse|strasse)/,
  stuck: /\bstuck|\bhangs?\b|stops? at|never finish|hangt|bleibt\b.*\bstehen|haltet an/,
  limit: /\blimit|\babove\b|more than|maximum|hochstens|nicht mehr als|begrenzt/,
  unclosable: /can ?not close|not close|nicht schlie|geht nicht zu/,
};

export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[’‘]/g, "'")
    .replace(/\bcannot\b|\bcan't\b/g, 'can not')
    .replace(/(\w)n't\b/g, '$1 not');

const WORD = /[\p{L}\p{N}]+/gu;

export const wordsOf = (text: string): string[] => plain(text).match(WORD) ?? [];

const namesIn = (table: Readonly<Record<string, RegExp>>, text: string): string[] =>
  Object.entries(table).flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []));

export const thingsOf = (word: string): string[] => namesIn(THINGS, word);

export const faultsIn = (text: string): Set<string> => new Set(namesIn(FAULTS, plain(text)));
