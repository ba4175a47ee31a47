import type { Lexicon } from './lexicon.ts';

export const SPANISH: Lexicon = {
  unsubscribe: {
    strong: [
      '=(baja|eliminar|cancelar)',
      '(darme|darnos|dame|denme|deme|dadme|danos|dar|demos|dennos|den) * de baja',
      '^(baja|borrenme|eliminenme)',
      '(eliminarme|eliminenme|eliminame|elimineme|borrarme|borrenme|borrame|borreme|quitarme|quitenme|quitame|quiteme|saquenme|sacame)',
      '(elimine|eliminen|elimina|eliminar|borre|borren|borra|borrar|quite|quiten|quita|quitar) (mi|mis|nuestro|nuestros|nuestra)',
      'no (me|nos) (escriba|escriban|escribas|contacte|contacten|contactes|envie|envien|envies|mande|manden|mandes)',
      'no (quiero|deseo|queremos|deseamos) * (recibir|recibiendo|correos)',
      '(dejen|deje|deja|dejad|paren) de (enviar|enviarme|escribir|escribirme|contactar|contactarme|mandar|mandarme)',
      'no mas (correos|emails|mensajes|mails)',
    ],
    medium: ['de (su|sus|tu|vuestra|esta) (lista|listas|base)', 'rgpd', 'spam', 'de baja'],
  },
  not_interested: {
    strong: [
      '=no',
      'no (me|nos) interesa',
      'no (estoy|estamos) * (interesado|interesada|interesados|interesadas)',
      '^no (muchas|) * gracias',
      '^no gracias',
      'no (lo|la|) (necesito|necesitamos)',
      'no (necesito|necesitamos)',
      'no (tengo|tenemos|hay) * (interes|necesidad)',
      'sin interes',
      'ya (tenemos|contamos|disponemos|tengo) * (un|una|proveedor|solucion|herramienta)',
      '(contentos|satisfechos|contento|satisfecho) con',
      'no encaja',
      'no es para (nosotros|mi)',
    ],
    medium: ['no gracias', 'declinar'],
  },
  not_now: {
    strong: [
      '(ahora|ahorita) (mismo|) * no',
      'ahora mismo no',
      '(por|de) (ahora|momento) no',
      'por el momento no',
      'no es * (momento|prioridad)',
      'no (tenemos|hay|contamos) * presupuesto',
      '(vuelve|vuelva|vuelvan) a (escribirme|contactar|contactarme|contactarnos|escribir)',
      '(escribeme|escribame|contactame|contacteme|contactenme) * (proximo|ano|trimestre|mas|en)',
    ],
    medium: [
      '(proximo|siguiente) (ano|trimestre|semestre|mes)',
      'ano que viene',
      'mas adelante',
      'en (dos|tres|seis|unos|algunos) meses',
      'en (enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)',
    ],
    weak: ['por ahora', 'de momento', 'ahora mismo'],
  },
  wrong_person: {
    strong: [
      'no soy (la|el) (persona|responsable|encargado|encargada|indicado|indicada|contacto)',
      'persona equivocada',
      '(equivocado|equivoca|equivocan) de (persona|contacto)',
      'ya no (trabajo|estoy|formo|trabajamos)',
      'no (llevo|gestiono|manejo)',
      'no me (encargo|ocupo)',
    ],
    medium: ['jubilado', 'jubilada'],
  },
  referral: {
    strong: [
      '(hable|habla|hables|hablar|contacte|contacta|contactes|contactar|contacto) con (mi|nuestro|nuestra|el|la|addr)',
      '(escriba|escribe|escribale|escribele|dirijase|dirigete) a (mi|nuestro|nuestra|el|la|addr)',
      'la persona (adecuada|indicada|correcta|responsable) es',
      'en copia',
      '(reenvio|paso|traslado) * (companero|companera|colega)',
    ],
    medium: [
      '(mi|nuestro|nuestra) (companero|companera|colega|jefe|jefa|responsable|director|directora)',
      '(responsable|encargado|encargada) (de|es)',
      'que (lleva|gestiona|se)',
    ],
    weak: ['addr'],
  },
  meeting_requested: {
    strong: [
      '(agendar|agendamos|agendemos|programar|concertar|tener|hacer|organizar|fijar|coordinar|planificar) * (llamada|reunion|videollamada|cita|call|demo)',
      '(llamame|llameme|llamarme|llamenme|llamadme)',
      'cuando (puede|puedes|podemos|tienes|tiene|estas|podriamos)',
      'weekday * clock',
      '(su|tu) disponibilidad',
    ],
    medium: ['una (llamada|reunion|videollamada|cita)', 'hablamos', 'disponibilidad', 'weekday por la'],
    weak: ['weekday', 'proxima semana'],
  },
  interested: {
    strong: [
      '(me|nos) (interesa|interesaria|interesan)',
      '(estoy|estamos|estaria|estariamos) * (interesado|interesada|interesados|interesadas)',
      'no (estamos|estoy) * (contentos|satisfechos|contento|satisfecho) con',
      'mas (informacion|info|detalles|datos)',
      '(envie|envien|enviar|envia|enviame|enviarme|enviarnos|envieme|mandame|mandar|mandarme|mandeme) * (informacion|info|presentacion|precios|catalogo|propuesta|detalles|tarifas)',
      'suena (bien|interesante|genial|muy)',
      '(saber|conocer) mas',
      'me gustaria (saber|conocer|ver|probar|recibir)',
    ],
    medium: ['interesante', 'encantado', 'encantada', 'con gusto', 'me gustaria'],
  },
  question: {
    strong: [
      'cuanto (cuesta|vale|cobran|costaria)',
      '(cual|cuales) (es|son) * (precio|precios|coste|tarifa)',
    ],
    medium: [
      '^(cuanto|cuanta|cuantos|cuantas|que|como|por|quien|donde|cuando|cual|cuales|tienen|tiene|ofrecen)',
    ],
  },
  out_of_office: {
    strong: ['fuera de la oficina', '(estoy|estare) de (vacaciones|baja|viaje)', 'ausente de la oficina'],
  },
};
