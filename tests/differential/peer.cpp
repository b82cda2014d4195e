// SPDX-License-Identifier: GPL-3.0-or-later
// differential_peer: what the core does, for programs that compare it with something else. Reads one JSON object a line
// and answers with one: a request has "policy", as in an experiment file, and what peer.h says. A request that cannot be
// carried out is answered {"error": "…"}.
#include "tests/differential/peer.h"

#include "core/lab/experiment_file.h"

#include <QJsonDocument>

#include <iostream>
#include <string>

using namespace Qt::StringLiterals;
using namespace retrylab;
using namespace retrylab::differential;

namespace {

/// The policy by the reader of experiment files, so that the names and defaults of the files are what is compared.
Result<Policy> policyOf(const QJsonObject &request)
{
    const QJsonObject file{{u"retrylab"_qs, fileFormat}, {u"policy"_qs, request[u"policy"]}};
    return readExperiment(QJsonDocument(file).toJson(QJsonDocument::Compact)).map([](const Experiment &experiment) {
        return experiment.world.chain.front().policy;
    });
}

Result<QJsonObject> answered(const QJsonObject &request)
{
    return policyOf(request).and_then([&](const Policy &policy) {
        if (request.contains(u"ops"))
            return replayBreaker(policy, request);
        return request.contains(u"draws") ? drawWaits(policy, request) : makeCall(policy, request);
    });
}

QJsonObject answerTo(const std::string &line)
{
    QJsonParseError fault;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(line), &fault);
    if (!document.isObject())
        return {{u"error"_qs, u"not a JSON object; "_qs + fault.errorString()}};
    const Result<QJsonObject> answer = answered(document.object());
    return answer ? *answer : QJsonObject{{u"error"_qs, answer.error().oneLine()}};
}

} // namespace

int main()
{
    std::ios::sync_with_stdio(false);
    for (std::string line; std::getline(std::cin, line);)
        std::cout << QJsonDocument(answerTo(line)).toJson(QJsonDocument::Compact).toStdString() << '\n';
    return 0;
}
