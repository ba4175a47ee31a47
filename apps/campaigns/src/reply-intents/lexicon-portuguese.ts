import type { Lexicon } from './lexicon.ts';

export const PORTUGUESE: Lexicon = {
  unsubscribe: {
    strong: [
      '=(remover|cancelar|descadastrar|sair)',
      'cancelar * (inscricao|subscricao|assinatura|registo|cadastro)',
      '(remova|remover|remove|removam|retire|retirem|retirar|tire|tirem|tirar|exclua|excluam|apague|apaguem) (me|o|os|meu|meus|nos|a)',
      '(descadastrar|descadastre|descadastrem)',
      'nao me (contacte|contate|contactem|contatem|escreva|escrevam|envie|enviem|mande|mandem)',
      'nao (enviem|envie|mandem|mande|contactem|contacte) mais',
      '(parem|pare|deixem|deixe) de * (enviar|mandar|contactar|contatar|escrever|me)',
      'nao (quero|desejo|pretendo|queremos|desejamos) * receber',
    ],
    medium: ['(da|das) (sua|suas|vossa|vossas|tua) * (lista|base|mailing)', 'rgpd', 'lgpd', 'spam'],
  },
  not_interested: {
    strong: [
      '=nao',
      'nao (temos|tenho|ha|existe) * interesse',
      'nao (estamos|estou|somos|sou) * (interessado|interessada|interessados|interessadas)',
      'nao (me|nos) interessa',
      'sem interesse',
      '^nao * (obrigado|obrigada)',
      'nao (precisamos|preciso|necessitamos|necessito)',
      'ja (temos|contamos|usamos|tenho) * (um|uma|solucao|fornecedor|parceiro|ferramenta)',
      '(satisfeitos|satisfeito|contentes|satisfeita) com',
      'nao faz sentido',
    ],
    medium: ['nao obrigado', 'nao obrigada'],
  },
  not_now: {
    strong: [
      '(agora|momento|enquanto) nao',
      'nao e * (momento|prioridade|prioritario|altura)',
      '(volte|volta|voltem|voltar) a (contactar|contatar|entrar|escrever|falar)',
      'sem (orcamento|verba|budget)',
      'nao (temos|ha) * (orcamento|verba|budget)',
    ],
    medium: [
      '(proximo|novo) (ano|trimestre|semestre|mes)',
      'ano que vem',
      'mais (tarde|adiante)',
      'daqui a * (dois|tres|seis|uns|alguns) meses',
      'em (janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)',
    ],
    weak: ['no momento', 'neste momento', 'de momento', 'por agora'],
  },
  wrong_person: {
    strong: [
      'nao sou (a|o) (pessoa|responsavel|indicado|indicada|contacto|contato)',
      '(pessoa|contacto|contato) (errada|errado)',
      '(ja|) * nao trabalho',
      'nao trabalho mais',
      'ja nao (trabalho|estou|faco)',
      'nao (trato|cuido|sou) * (disso|deste|desse)',
    ],
    medium: ['reformado', 'aposentado'],
  },
  referral: {
    strong: [
      '(fale|falar|fala|contacte|contate|contactar|contatar|contacto|contato|escreva) (com|para|ao|a|o) * (meu|minha|nosso|nossa|colega|addr)',
      '(fale|falar|contacte|contate|contactar|contatar) (meu|minha|nosso|nossa|addr)',
      'em (copia|cc)',
      '(encaminho|encaminhei|reencaminhei) * (colega|responsavel|para)',
    ],
    medium: [
      '(meu|minha|nosso|nossa) (colega|chefe|diretor|diretora|responsavel|gestor|gestora)',
      'responsavel (por|pela|pelo|e)',
    ],
    weak: ['addr'],
  },
  meeting_requested: {
    strong: [
      '(marcar|agendar|marcamos|agendamos|combinar|combinamos|fazer|ter|marque) * (reuniao|chamada|conversa|call|videochamada|horario|demo)',
      '(ligue|liga|ligar|ligueme) me',
      'me (ligue|liga|ligar)',
      'weekday * clock',
      'quando (pode|podemos|tem|teria|podia)',
    ],
    medium: ['uma (reuniao|chamada|conversa|call)', 'disponibilidade', 'conversar'],
    weak: ['weekday', 'disponivel', 'proxima semana'],
  },
  interested: {
    strong: [
      '(tenho|temos|teria|teriamos|ha) * interesse',
      '(estou|estamos|estaria) * (interessado|interessada|interessados|interessadas)',
      'nao (estamos|estou) * (satisfeitos|satisfeito|contentes) com',
      'mais (informacoes|informacao|detalhes|info|dados)',
      '(envie|enviar|mande|mandar|envia|manda|enviem) * (informacoes|informacao|detalhes|apresentacao|precos|proposta|material)',
      '(gostaria|gostava|gostariamos) de (saber|ver|conhecer|receber|experimentar|testar)',
      'saber mais',
      'parece * (interessante|bom|otimo|bem)',
    ],
    medium: ['interessante', 'com gosto', 'interesse'],
  },
  question: {
    strong: ['quanto (custa|fica|custaria)', '(qual|quais) (e|sao) * (preco|precos|custo|valor)'],
    medium: ['^(quanto|qual|quais|como|porque|por|quem|onde|quando|o|voces|tem)'],
  },
  out_of_office: {
    strong: ['fora do escritorio', '(estou|estarei) (de|em) ferias', 'ausente do escritorio'],
  },
};
