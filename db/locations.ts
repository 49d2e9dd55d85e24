import { sql } from 'kysely';
import type { Db } from '../src/platform/database/db.ts';

/** Towns that participants can choose as their location, in German order. The provider may add others to the table. */
export const towns: readonly string[] = `
Aachen; Aalen; Ahaus; Ahlen; Ahrensburg; Altenburg; Amberg; Andernach; Annaberg-Buchholz; Ansbach; Arnsberg;
Arnstadt; Aschaffenburg; Augsburg; Aurich; Backnang; Bad Hersfeld; Bad Homburg vor der Höhe; Bad Kreuznach;
Bad Nauheim; Bad Oeynhausen; Bad Salzuflen; Baden-Baden; Balingen; Bamberg; Bautzen; Bayreuth; Bergheim;
Bergisch Gladbach; Berlin; Bernau bei Berlin; Bernburg; Biberach an der Riß; Bielefeld; Bietigheim-Bissingen;
Bitterfeld-Wolfen; Böblingen; Bocholt; Bochum; Bonn; Bottrop; Brandenburg an der Havel; Braunschweig; Bremen;
Bremerhaven; Bruchsal; Buxtehude; Castrop-Rauxel; Celle; Chemnitz; Cloppenburg; Coburg; Coesfeld; Cottbus;
Crailsheim; Cuxhaven; Dachau; Darmstadt; Deggendorf; Delmenhorst; Dessau-Roßlau; Detmold; Dinslaken; Dormagen;
Dorsten; Dortmund; Dresden; Duisburg; Düren; Düsseldorf; Eberswalde; Eisenach; Eisenhüttenstadt; Elmshorn;
Emden; Emmendingen; Erding; Erfurt; Erlangen; Eschweiler; Essen; Esslingen am Neckar; Ettlingen; Euskirchen;
Fellbach; Flensburg; Forchheim; Frankfurt (Oder); Frankfurt am Main; Freiberg; Freiburg im Breisgau; Freising;
Freital; Friedrichshafen; Fulda; Fürstenfeldbruck; Fürth; Garbsen; Garmisch-Partenkirchen; Gelsenkirchen; Gera;
Gießen; Gifhorn; Glauchau; Göppingen; Görlitz; Goslar; Gotha; Göttingen; Greifswald; Grevenbroich; Gummersbach;
Güstrow; Gütersloh; Hagen; Halberstadt; Halle (Saale); Hamburg; Hameln; Hamm; Hanau; Hannover; Heide;
Heidelberg; Heidenheim an der Brenz; Heilbronn; Herford; Herne; Herten; Hildesheim; Hof; Hoyerswerda; Hürth;
Ibbenbüren; Idar-Oberstein; Ilmenau; Ingolstadt; Iserlohn; Itzehoe; Jena; Kaiserslautern; Kamen; Karlsruhe;
Kassel; Kaufbeuren; Kempten; Kerpen; Kiel; Kirchheim unter Teck; Kleve; Koblenz; Köln; Königs Wusterhausen;
Konstanz; Krefeld; Kulmbach; Landau in der Pfalz; Landsberg am Lech; Landshut; Langenhagen; Leer; Leipzig;
Lemgo; Leonberg; Leverkusen; Limburg an der Lahn; Lindau; Lingen; Lippstadt; Lörrach; Lübeck; Lüdenscheid;
Ludwigsburg; Ludwigshafen am Rhein; Lüneburg; Lünen; Magdeburg; Mainz; Mannheim; Marburg; Marl; Meiningen;
Meißen; Memmingen; Menden; Meppen; Merseburg; Minden; Moers; Mönchengladbach; Mühlhausen; Mülheim an der Ruhr;
München; Münster; Naumburg; Neu-Ulm; Neubrandenburg; Neumarkt in der Oberpfalz; Neumünster; Neunkirchen;
Neuruppin; Neuss; Neustadt an der Weinstraße; Neuwied; Nienburg; Norderstedt; Nordhausen; Nordhorn; Nürnberg;
Nürtingen; Oberhausen; Oberursel; Offenbach am Main; Offenburg; Oldenburg; Oranienburg; Osnabrück; Paderborn;
Papenburg; Parchim; Passau; Peine; Pforzheim; Pinneberg; Pirmasens; Pirna; Plauen; Potsdam; Quedlinburg;
Rastatt; Ratingen; Ravensburg; Recklinghausen; Regensburg; Remscheid; Rendsburg; Reutlingen; Rheine; Riesa;
Rosenheim; Rostock; Rottweil; Rüsselsheim am Main; Saalfeld; Saarbrücken; Saarlouis; Salzgitter;
Schwäbisch Gmünd; Schwäbisch Hall; Schwedt; Schweinfurt; Schwerin; Siegburg; Siegen; Sindelfingen; Singen;
Soest; Solingen; Speyer; Stade; Stendal; Stralsund; Straubing; Stuttgart; Suhl; Torgau; Traunstein; Trier;
Tübingen; Tuttlingen; Uelzen; Ulm; Unna; Velbert; Verden; Viersen; Villingen-Schwenningen; Völklingen;
Waiblingen; Waldshut-Tiengen; Wedel; Weiden in der Oberpfalz; Weimar; Weinheim; Wesel; Wetzlar; Wiesbaden;
Wilhelmshaven; Wismar; Witten; Wittenberg; Wolfenbüttel; Wolfsburg; Worms; Wuppertal; Würzburg; Zittau;
Zweibrücken; Zwickau
`
  .split(';')
  .map((town) => town.trim());

/** Adds the missing towns to the table of locations. Existing rows and their place ids are not changed. */
export async function seedLocations(db: Db): Promise<void> {
  await sql`
    INSERT INTO location (label)
    SELECT town FROM json_array_elements_text(${JSON.stringify(towns)}::json) WITH ORDINALITY AS t (town, position)
    WHERE NOT EXISTS (SELECT FROM location WHERE label = town)
    ORDER BY position
    ON CONFLICT (label) DO NOTHING
  `.execute(db);
}
