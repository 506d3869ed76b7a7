import type { ContentKind } from '../../functions/reviews/read/content-kind.ts';

/** As people paste them or pages give them, shortened. */
export const KIND_SAMPLES: readonly { kind: ContentKind; about: string; title?: string; url?: string; text: string }[] =
  [
    {
      kind: 'documentation',
      about: 'a README',
      text: `# tally

Adds up a column of a CSV file, for people who live in a terminal.

## Install

You need Node 20 or later.

\`\`\`
npm install -g tally
\`\`\`

## Usage

\`\`\`
$ tally sum orders.csv --by country
\`\`\`

See the reference and the changelog. License: MIT.`,
    },
    {
      kind: 'documentation',
      about: 'a German guide with commands',
      title: 'Anleitung: Datensicherung einrichten',
      text: `Voraussetzungen

Sie brauchen Docker ab Version 24 und 2 GB freien Speicher.

Einrichtung

docker run -d --name sicherung -v /daten:/daten sicherung:2

Konfiguration

Tragen Sie in der Datei sicherung.yml den Ordner und die Uhrzeit ein. Prüfen Sie danach das Protokoll.`,
    },
    {
      kind: 'contract_or_policy',
      about: 'a service agreement',
      title: 'Service agreement',
      text: `This Agreement is made between Pingel GmbH (the "Supplier") and the Customer.

Section 1 Definitions
"Service" means the reminders described in Annex A.

Section 2 Duties of the Supplier
The Supplier shall send each reminder on the day agreed. The Supplier shall report outages within four hours.

Section 3 Fees
The Customer shall pay EUR 19 a month within 14 days.

Section 4 Liability
Neither party is liable for indirect loss. Either party may terminate with one month's notice. Governing law: Germany.`,
    },
    {
      kind: 'contract_or_policy',
      about: 'a German rental contract',
      text: `Zwischen der Hausverwaltung Nord und Frau Özdemir wird Folgendes vereinbart.

§ 1 Mietsache
Vermietet wird die Wohnung im zweiten Stock, Lange Straße 3.

§ 2 Miete
Die Miete beträgt 840 Euro und ist bis zum dritten Werktag zu zahlen.

§ 3 Kündigung
Die Kündigung bedarf der Schriftform. Die Haftung des Vermieters für anfängliche Mängel ist ausgeschlossen.

§ 4 Gerichtsstand
Gerichtsstand ist Oldenburg. Die übrigen Regelungen bleiben unberührt.`,
    },
    {
      kind: 'contract_or_policy',
      about: 'a privacy policy',
      title: 'Privacy policy',
      url: 'https://shop.example/privacy',
      text: `We process personal data to run this shop. Our legal basis is Art. 6 GDPR.

What we store: name, address and orders. We keep invoices for ten years. You may ask us to delete your data at any time; write to privacy@shop.example.

We share your address with the carrier. No other third parties receive it.`,
    },
    {
      kind: 'article',
      about: 'a German news article',
      title: 'Bücherei öffnet bald auch am Samstag',
      text: `Von Jana Peters

Die Stadtbücherei in Oldenburg öffnet ab März auch am Samstag. Das hat der Rat am Dienstagabend mit großer Mehrheit beschlossen, nachdem der Antrag zuvor zweimal an den Kosten gescheitert war und die Verwaltung einen neuen Plan für das Personal vorgelegt hatte.

„Wir haben zwei Jahre darauf gewartet“, sagt Leiterin Aylin Özdemir. Vor allem Familien hätten sich längere Zeiten gewünscht, weil viele unter der Woche erst nach Feierabend kommen könnten und dann vor verschlossener Tür stünden, so Özdemir weiter, die das Haus seit 2019 führt.

Die zusätzlichen Stunden kosten die Stadt rund 42.000 Euro im Jahr. Kritik kommt aus der Opposition: Das Geld fehle an anderer Stelle, heißt es dort, etwa bei der Sanierung der Zweigstelle in Kreyenbrück, deren Dach seit dem Sturm im Herbst nur notdürftig abgedeckt ist.`,
    },
    {
      kind: 'article',
      about: 'an English blog post',
      url: 'https://example.com/blog/meters',
      text: `Why we moved the meter

Last winter the water in our house turned brown, and nobody noticed for almost two days. The meter that would have shown it hangs in the cellar, behind a door that sticks, and the list on which we were supposed to write its numbers had ended in March because the pencil was gone.

We could have bought a sensor, and I spent an evening comparing four of them before I understood that the sensor was not what was missing. What was missing was a reason to look. A number that nobody passes on the way to somewhere else is a number that nobody reads, however well it is measured.

So we moved the meter to the stairs. It took a plumber one morning and cost less than the cheapest of the sensors. Since then somebody reads it every day, mostly the children, who like to call out the last digit, and the pump that failed in May was found within an hour of its first drop.`,
    },
    {
      kind: 'pricing_page',
      about: 'a pricing page',
      title: 'Pricing',
      url: 'https://pingel.example/pricing',
      text: `Plans for every practice

Free
€0 per month
50 reminders

Pro
€19 per month
Unlimited reminders, two calendars

Business
€49 per user per month, billed annually
Priority support

Compare plans`,
    },
    {
      kind: 'pricing_page',
      about: 'German prices',
      text: `Unsere Preise

Basic
9 € im Monat

Premium
19 € im Monat

Enterprise
49 € im Monat, jährlich abgerechnet`,
    },
    {
      kind: 'shop',
      about: 'a product page',
      url: 'https://shop.example/products/lamp',
      text: `Desk lamp "Nord"

€89.00 incl. VAT

In stock. Free delivery on orders over €60.

Quantity 1

Add to basket

Customers also bought: bulb, €9.90`,
    },
    {
      kind: 'shop',
      about: 'a German product page',
      text: `Schreibtischlampe „Nord“

89,00 € inkl. MwSt., zzgl. Versand

Auf Lager, Lieferzeit 2 bis 3 Tage

Menge 1

In den Warenkorb

30 Tage Rückgabe`,
    },
    {
      kind: 'landing_page',
      about: 'a landing page',
      url: 'https://pingel.example/',
      text: `Fewer no-shows for physiotherapists

Pingel reminds your patients a day before their appointment.

Start free

No card needed. Cancel any time.

How it works

Your patients get a message and answer 1 to come.

Trusted by 41 practices

Book a demo`,
    },
    {
      kind: 'landing_page',
      about: 'a German landing page',
      text: `Weniger verpasste Termine

Pingel erinnert Ihre Patienten einen Tag vorher.

Jetzt kostenlos testen

So funktioniert es

Ihre Patienten antworten mit 1, und der Termin steht.

41 Praxen vertrauen uns. Jederzeit kündbar.

Demo buchen`,
    },
    {
      kind: 'email',
      about: 'a letter by mail',
      text: `Subject: Your order 4711 is late

Dear Ms Weber,

your lamp has not left our warehouse yet, and we are sorry for that. It will be sent on Tuesday.

If you do not want to wait, answer this mail and we cancel the order.

Kind regards
Jonas, Lampen Nord`,
    },
    {
      kind: 'email',
      about: 'a German letter',
      text: `Sehr geehrte Frau Özdemir,

Ihre Sendung verzögert sich leider um zwei Tage. Wir melden uns, sobald sie unser Lager verlassen hat.

Bei Fragen rufen Sie uns gern an.

Mit freundlichen Grüßen
Jonas Weber`,
    },
    {
      kind: 'form',
      about: 'an application form',
      title: 'Application for a library card',
      text: `Please fill in all required fields.

First name: ____________________
Last name: ____________________
Date of birth: ____________________
E-mail address: ____________________

☐ I have read the rules.`,
    },
    {
      kind: 'form',
      about: 'a German form',
      text: `Antrag auf einen Bewohnerparkausweis

Vorname (Pflichtfeld)
Nachname (Pflichtfeld)
Geburtsdatum
Anschrift
Telefonnummer

☐ Ich bestätige die Angaben.`,
    },
    {
      kind: 'slides',
      about: 'a pitch deck',
      title: 'Seed deck',
      text: `Slide 1
Fewer no-shows

Slide 2
The problem
One in eight appointments is missed

Slide 3
Our answer
A message the day before

Questions?`,
    },
    {
      kind: 'spreadsheet',
      about: 'a sheet as CSV',
      text: `month;country;orders;revenue in EUR
2026-01;DE;120;10680.00
2026-01;FR;41;3649.00
2026-02;DE;133;11837.00
2026-02;FR;39;3471.00
total;;333;29637.00`,
    },
    {
      kind: 'app_listing',
      about: 'a store listing',
      url: 'https://apps.apple.com/us/app/pingel/id1',
      text: `Pingel: Reminders
Never miss an appointment

What's New
Version 2.1: the calendar opens faster.

In-App Purchases: Pro €2.99

Requires iOS 17 or later. Age Rating 4+`,
    },
    {
      kind: 'talk',
      about: 'a transcript',
      text: `[00:00] Ada: Welcome. How did you learn that the pump was broken?
[00:12] Ben: The water was brown. We had 14 calls in one hour.
[00:40] Ada: Why did nobody look?
[00:52] Ben: Because the meter hangs in the cellar.
[01:20] Ada: Thank you, Ben.`,
    },
    {
      kind: 'other',
      about: 'a few lines',
      text: 'The library moves on 4 May. The new house stands at the market. Ask at the desk if you are not sure.',
    },
    {
      kind: 'other',
      about: 'a notice in French',
      text: `La bibliothèque ouvre aussi le samedi. Vous pouvez rendre vos livres avec votre carte dans la boîte devant la porte.`,
    },
  ];
