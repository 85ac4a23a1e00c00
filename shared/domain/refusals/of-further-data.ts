import { type Refusal, told, toldOf } from "../refusal.js";

/** Help where no rule of ours foresaw a refusal of optional fields, activities or buyers. */
export const furtherRefusals: Refusal[] = [
  told(
    10053,
    "The authority has no optional field of that id: taxauth/tables/optionals has all.",
    "ARCA no tiene ese dato opcional: elegí uno de su tabla.",
    "optionals.id",
  ),
  told(
    10066,
    "Send as optional field 2 the number of a project of the company's own, or 0 for a sale outside of it.",
    "Poné un proyecto de promoción industrial de la propia empresa, o 0 si la venta es ajena al proyecto.",
    "optionals.value",
  ),
  told(
    10112,
    "A voucher has optional fields of one regime alone: leave out 10, 11, 12, 13, 14, 15 or 17, all but one.",
    "Un comprobante lleva los datos de una sola resolución: dejá los de una y quitá los demás.",
    "optionals",
  ),
  told(
    10115,
    "The authority's register does not know the payer's document in optional fields 1011 and 1012: check both.",
    "ARCA no tiene en sus registros el documento de quien paga: revisá el tipo y el número.",
    "optionals.value",
  ),
  told(
    10126,
    "The authority's register does not know the owner's CUIT in optional field 1801: look it up with GET /taxauth/padron/{cuit}.",
    "ARCA no tiene en sus registros el CUIT del propietario: buscalo en el padrón.",
    "optionals.value",
  ),
  ...toldOf(
    [10273, 10275, 10279],
    "Optional fields 2901 and 2902 are of surety insurance: they need an insurer that the authority lists, and a point of sale of type SEGWS.",
    "Póliza y endoso son del seguro de caución: los informa una aseguradora de la nómina de ARCA, en un punto de venta del tipo SEGWS.",
    "optionals.id",
  ),
  ...toldOf(
    [10277, 10278],
    "A point of sale of type SEGWS needs optional fields 2901 and 2902: policy and endorsement.",
    "El punto de venta es de seguros de caución: completá póliza y endoso.",
    "optionals",
  ),
  told(
    10282,
    "The point of sale is of type SEGWS, which is for insurers with surety insurance alone: issue at another.",
    "El punto de venta es del tipo SEGWS, solamente para aseguradoras de caución: emití en otro.",
    "posNumber",
  ),
  told(
    10220,
    "The authority has no activity of that id: taxauth/tables/activities has those of the company.",
    "ARCA no tiene esa actividad: elegí una de las que la empresa tiene registradas.",
    "activities.id",
  ),
  told(
    10222,
    "The activities are of several regulated groups (meat, flour, tobacco): send those of one, and issue another voucher for the others.",
    "Las actividades son de distintos rubros regulados (carne, harina, tabaco): dejá las de uno solo y hacé otro comprobante por las demás.",
    "activities",
  ),
  told(
    10223,
    "The activity is not active for the company at the authority: register it there, or send one of taxauth/tables/activities.",
    "La empresa no tiene esa actividad activa en ARCA: dala de alta ahí o elegí otra.",
    "activities.id",
  ),
  told(
    10224,
    "An activity of meat sells goods: send concept 1 or 3.",
    "Una actividad cárnica vende productos: elegí productos, o productos y servicios.",
    "concept",
  ),
  ...toldOf(
    [10225, 10226, 10227, 10231],
    "The activity is regulated: name its delivery note in associatedVouchers (meat 995, flour 993 or 994, tobacco 88).",
    "La actividad es regulada: indicá su remito como comprobante asociado (carne 995, harina 993 o 994, tabaco 88).",
    "associatedVouchers",
  ),
  told(
    10148,
    "A buyer is not in the authority's register, or not active: look up each with GET /taxauth/padron/{cuit}.",
    "Un comprador no está en el padrón de ARCA o no está activo: buscalos a todos.",
    "buyers.docNumber",
  ),
  told(
    10149,
    "Of the buyers of a letter A one at least must be active in VAT or a monotributista: look them up, or issue letter B.",
    "Con letra A, al menos un comprador tiene que ser responsable inscripto o monotributista: buscalos en el padrón o emití B.",
    "buyers.docNumber",
  ),
];
